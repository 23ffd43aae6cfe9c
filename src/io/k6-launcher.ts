/** How k6 is started as a child process. */
export interface K6Launcher {
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
