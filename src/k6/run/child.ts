import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Child, ChildEnd, ChildOptions, Clock } from '../../io/io.ts';

const MAX_TAIL_LENGTH = 16_000;

/** Starts k6 or Go in its own process group, which a second Ctrl-C does not reach. Never rejects: stderr says why a start failed. */
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
    stderrTail = (stderrTail + chunk).slice(-MAX_TAIL_LENGTH);
  });
  let isClosed = false;
  const send = (name: NodeJS.Signals) => {
    const { pid } = child;
    if (pid === undefined || isClosed) return;
    try {
      // A negative pid signals the group: Go starts compilers, which may outlive it.
      process.kill(detached ? -pid : pid, name);
    } catch {
      // The child has just ended.
    }
  };
  const cancels: (() => void)[] = [];
  /** Sends SIGINT, with which k6 finishes started requests; then a second one, which ends it immediately; then SIGKILL. */
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

/** Returns a function that calls the synchronous `undo`. Without this call, `undo` runs at exit, even after a signal (stop-signal.ts). */
export function undoAtExit(undo: () => void): () => void {
  process.once('exit', undo);
  return () => {
    process.off('exit', undo);
    undo();
  };
}
