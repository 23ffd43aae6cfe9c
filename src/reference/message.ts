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

export interface Outcome {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly json: Json | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | Buffer;
}

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: readonly Header[];
}

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const accept = <T>(value: T): Reading<T> => ({ ok: true, value });

/** Continues with the value; a refusal remains one. */
export const andThen = <T, U>(reading: Reading<T>, next: (value: T) => Reading<U>): Reading<U> =>
  reading.ok ? next(reading.value) : reading;

export const refuse = (message: string, status = 400): Reading<never> => ({
  ok: false,
  problem: { status, code: 'invalid_request', message },
});
