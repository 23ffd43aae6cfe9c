import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Child, ChildEnd, ChildOptions, Clock } from '../../io/io.ts';

const TAIL = 16_000;

/** Starts k6 or Go in its own process group: a second Ctrl-C would end it. Never rejects: the reason of a failed start is its stderr. */
export function startChild({ path, args, cwd, env, descriptor, graceMs, signal }: ChildOptions, clock: Clock): Child {
  const detached = process.platform !== 'win32';
  const child = spawn(path, args, {
    cwd,
    env,
    detached,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', descriptor ?? 'ignore'],
  });
  // k6 prints its progress every second. If this process is killed, SIGPIPE ends k6 at the next line (not on Windows).
  child.stdout?.resume();
  let stderrTail = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderrTail = (stderrTail + chunk).slice(-TAIL);
  });
  let isClosed = false;
  const send = (name: NodeJS.Signals) => {
    const { pid } = child;
    if (pid === undefined || isClosed) return;
    try {
      // With its children: Go has compilers, which may outlive it.
      process.kill(detached ? -pid : pid, name);
    } catch {
      // It has just ended.
    }
  };
  const cancels: (() => void)[] = [];
  /** SIGINT lets k6 finish started requests; a second one ends it immediately; SIGKILL if it hangs. */
  const stop = () => {
    send('SIGINT');
    cancels.push(clock.after(graceMs, () => send('SIGINT')));
    cancels.push(clock.after(2 * graceMs, () => send('SIGKILL')));
  };
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const ended = new Promise<ChildEnd>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null) => {
      isClosed = true;
      for (const cancel of cancels) cancel();
      signal?.removeEventListener('abort', stop);
      resolve({ code, signal: killedBy, stderrTail });
    };
    child.on('error', (error) => {
      stderrTail += error.message;
      if (child.pid === undefined) end(null, null);
    });
    // Not `exit`: stderr may still have data then.
    child.on('close', end);
  });
  return { ended, kill: () => send('SIGKILL') };
}

/** Calls `undo` (synchronous, may be called twice) at the latest at exit, which signals reach, too: console.ts listens for them. */
export function lastResort(undo: () => void): () => void {
  pending.add(undo);
  return () => {
    pending.delete(undo);
    undo();
  };
}

/** Under one listener: a self-test runs many k6 at the same time. */
const pending = new Set<() => void>();
process.once('exit', () => {
  for (const undo of pending) undo();
});
