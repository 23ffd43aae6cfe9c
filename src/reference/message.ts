import type { Json } from './tree.ts';

export type Header = readonly [name: string, value: string];

/** `unlisted`: a path or method that the specification does not list. */
export type Operation = 'list' | 'create' | 'get' | 'unlisted';

export interface Request {
  /** 1 for the first request of this server. */
  readonly serial: number;
  /** 1 for the first connection of this server. */
  readonly connection: number;
  readonly remote: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly rawQuery: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly operation: Operation;
}

/** A response whose JSON is not yet written as text. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly json: Json | undefined;
}

export interface Answer extends Omit<Reply, 'json'> {
  readonly body: string | Buffer;
}

/** Why a request gets an error response. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: readonly Header[];
}

/** A step throws it to respond with a problem. */
export class Refused extends Error {
  override readonly name = 'Refused' as const;
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function refuse(message: string, status = 400): never {
  throw new Refused({ status, code: 'invalid_request', message });
}
