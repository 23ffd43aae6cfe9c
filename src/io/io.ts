import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from './clock.ts';
import type { Env } from './env.ts';
import type { K6Launcher } from './k6-launcher.ts';

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Everything that a command uses of the process it runs in. `main.ts` supplies the real one, tests supply their own. */
export interface Io {
  readonly stdin: Input;
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
  readonly machine: Machine;
  /** Calls `action` for each SIGINT or SIGTERM, and for the first SIGHUP, until the returned function is called. */
  readonly onInterrupt: (action: () => void) => () => void;
  /** The run that began to send requests, and its outcome once it is judged: an error after that moment is reported differently. */
  readonly run: {
    folder?: string;
    outcome?: string;
    /** Present after every file is written: writes them again, for a run that could not print its result. */
    setPrintError?: (problem: string) => void;
  };
  readonly exit: (code: number) => void;
}

export interface Machine {
  /** Without a leading `v`. */
  readonly nodeVersion: string;
  /** Processor time so far, in milliseconds, summed over all cores. */
  readonly processorTime: () => { readonly all: number; readonly idle: number };
}

export interface Network {
  /** How the HTTP client opens a connection (undici's `connect` option). Absent: TCP and TLS of this machine. */
  readonly connect?: Connect;
  /** Makes a server reachable at `host`; port 0 is any free one. Rejects with the system's error if the port is taken. */
  readonly listen: (server: Server, port: number, host: string) => Promise<Listening>;
}

export interface Listening {
  readonly port: number;
  /** Stops listening and closes all connections. */
  readonly close: () => Promise<void>;
}

/** The part of undici's connector signature that is used. */
export type Connect = (
  options: { readonly hostname: string; readonly port: string; readonly protocol: string },
  callback: (error: Error | null, socket: Duplex | null) => void,
) => void;
