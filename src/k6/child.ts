import { type ChildProcess, spawn } from 'node:child_process';

export interface ChildOptions {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** An open file that the child inherits as its descriptor 3. */
  readonly descriptor?: number | undefined;
  readonly timeoutMs: number;
  /** Milliseconds after the first SIGINT until the second, and from there until SIGKILL. */
  readonly graceMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderrTail: string;
  readonly timedOut: boolean;
}

export interface Child {
  readonly ended: Promise<ChildEnd>;
  readonly kill: () => void;
}

const TAIL = 16_000;

/**
 * Starts k6 in a process group of its own: else a Ctrl-C in the terminal would reach it beside our SIGINT, and a second signal ends
 * k6 at once. Never rejects: a k6 that cannot be started ends with neither code nor signal, and the reason as stderr.
 */
export function startChild({ path, args, cwd, env, descriptor, timeoutMs, graceMs, signal }: ChildOptions): Child {
  const detached = process.platform !== 'win32';
  const child = spawn(path, args, {
    cwd,
    env,
    detached,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', descriptor ?? 'ignore'],
  });
  let stderrTail = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderrTail = (stderrTail + chunk).slice(-TAIL);
  });
  const stop = stopper(child, graceMs);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.begin();
  }, timeoutMs);
  if (signal?.aborted === true) stop.begin();
  signal?.addEventListener('abort', stop.begin, { once: true });
  const ended = new Promise<ChildEnd>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null) => {
      clearTimeout(timer);
      stop.end();
      signal?.removeEventListener('abort', stop.begin);
      resolve({ code, signal: killedBy, stderrTail, timedOut });
    };
    child.on('error', (error) => {
      stderrTail += error.message;
      if (child.pid === undefined) end(null, null);
    });
    // Not `exit`: stderr may still hold something then.
    child.on('close', end);
  });
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** SIGINT makes k6 close what it has begun; a second one ends it at once; SIGKILL where it hangs. */
function stopper(child: ChildProcess, graceMs: number): { readonly begin: () => void; readonly end: () => void } {
  const timers: NodeJS.Timeout[] = [];
  return {
    begin: () => {
      if (timers.length > 0) return;
      child.kill('SIGINT');
      timers.push(setTimeout(() => child.kill('SIGINT'), graceMs));
      timers.push(setTimeout(() => child.kill('SIGKILL'), 2 * graceMs));
    },
    end: () => timers.forEach(clearTimeout),
  };
}
