import type { Env } from './env.ts';

/** How k6 is found and started as a child process. */
export interface K6Launcher {
  /** Finds k6, or builds it. Throws a K6NotFoundError that says what to do. */
  readonly find: (query: K6Query) => Promise<FoundK6>;
  /** Never throws: a k6 that cannot be started ends with neither code nor signal, and the reason as stderr. */
  readonly start: (options: ChildOptions) => Child;
}

export interface ChildOptions {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** An open file that the child inherits as its descriptor 3. */
  readonly descriptor?: number | undefined;
  readonly timeoutMs: number;
  /** Milliseconds from the first SIGINT to the second, and from there to SIGKILL. */
  readonly graceMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what the child wrote to stderr. */
  readonly stderrTail: string;
  readonly timedOut: boolean;
}

export interface Child {
  readonly ended: Promise<ChildEnd>;
  readonly kill: () => void;
}

export interface K6Query {
  /** `--k6 PATH`. It has precedence over K6_BIN in `env`. */
  readonly path?: string | undefined;
  readonly env: Env;
  /** The folder with go.mod and go.sum of the pinned k6. */
  readonly moduleDir: string;
  /** Whether k6 may be built. Default: true. */
  readonly build?: boolean;
  /** Called at the start of a build and about every second. */
  readonly onProgress?: (progress: K6Progress) => void;
  readonly signal?: AbortSignal;
}

export interface FoundK6 {
  readonly path: string;
  /** E.g. `v2.2.0`. */
  readonly version: string;
  readonly source: 'option' | 'environment' | 'path' | 'cache' | 'built';
  /** What was found and could not be used, e.g. k6 1.x on PATH. */
  readonly notes: readonly { readonly code: string; readonly reason: string }[];
}

/** What the build does, reported at the start and once a second. `seconds` count from the start of this state. */
export type K6Progress =
  | { readonly state: 'building'; readonly seconds: number }
  | { readonly state: 'waiting'; readonly seconds: number; readonly owner: BuildOwner };

export interface BuildOwner {
  readonly pid: number;
  readonly host: string;
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
}
