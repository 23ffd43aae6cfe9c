import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything that a command uses of its process. `process-io.ts` supplies the real one, tests supply their own. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  /** The working folder: absolute. Relative paths are resolved against it. */
  readonly cwd: string;
  /** Absolute path of the script that was started, links not followed. */
  readonly script: string;
  /** The folder with the bundled load scripts and the Go module that pins k6. */
  readonly assets: string;
  readonly clock: Clock;
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly network: Network;
  readonly k6: K6Launcher;
  /** Processor time so far, in milliseconds, summed over all cores. */
  readonly processorTime: () => { readonly all: number; readonly idle: number };
  /** Calls `action` for each SIGINT or SIGTERM, and for the first SIGHUP, until the returned function is called. */
  readonly onInterrupt: (action: () => void) => () => void;
  readonly exit: (code: number) => void;
}

/** Time as a command sees it. Tests supply a clock that only moves when nothing else is left to do. */
export interface Clock {
  /** Milliseconds since 1970, as a float on a monotonic base: differences are durations even if the wall clock is set. */
  readonly now: () => number;
  /** Resolves after `milliseconds`. Rejects only if the signal is aborted first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `action` once after `milliseconds`. The returned function cancels it. A pending call does not keep the process alive. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Calls `action` every `milliseconds` until the returned function is called. Does not keep the process alive. */
  readonly every: (milliseconds: number, action: () => void) => () => void;
}

export interface Network {
  /** How the HTTP client opens a connection (undici's `connect` option). Absent: TCP and TLS of this machine. */
  readonly connect?: Connect;
  /** Makes a server reachable at `host`; port 0 is any free one. Rejects with the system's error if the port is taken. */
  readonly listen: (server: Server, port: number, host: string) => Promise<Listening>;
}

interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** The part of undici's connector signature that is used. */
export type Connect = (
  options: { readonly hostname: string; readonly port: string; readonly protocol: string },
  callback: (error: Error | null, socket: Duplex | null) => void,
) => void;

/** The route to the service. k6 reads the files itself, without a copy of the private key; the client takes the texts. */
export interface Route {
  readonly proxy?: string | undefined;
  /** Extra CA certificates. */
  readonly ca?: Pem | undefined;
  readonly cert?: Pem | undefined;
  readonly key?: Pem | undefined;
}

/** A PEM file. Its path is absolute. */
export interface Pem {
  readonly path: string;
  readonly text: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

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
  /** Milliseconds from the first SIGINT to the second, and from there to SIGKILL. */
  readonly graceMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderrTail: string;
}

export interface Child {
  readonly ended: Promise<ChildEnd>;
  readonly kill: () => void;
}

export interface K6Query {
  /** `--k6 PATH`. It has precedence over K6_BIN. */
  readonly path?: string | undefined;
  /** Whether k6 may be built. Default: true. */
  readonly build?: boolean;
  /** Called with a line when a build begins, or has to wait for another. */
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface FoundK6 {
  readonly path: string;
  readonly version: string;
  readonly source: 'option' | 'environment' | 'path' | 'cache' | 'built';
  /** What was found and could not be used, e.g. k6 1.x on PATH. */
  readonly notes: readonly string[];
}
