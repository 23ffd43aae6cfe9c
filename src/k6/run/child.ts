import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Clock } from '../../io/clock.ts';
import type { Child, ChildEnd, ChildOptions } from '../../io/io.ts';

const TAIL = 16_000;

/** Starts k6 or Go in its own process group: a second Ctrl-C would end it immediately. Never rejects: a failed start ends with the reason as stderr. */
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
  const send = (name: NodeJS.Signals) => {
    const { pid, exitCode, signalCode } = child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      // With its children: Go has compilers.
      process.kill(detached ? -pid : pid, name);
    } catch {
      // It has just ended.
    }
  };
  const stop = stopper(send, graceMs, clock);
  if (signal?.aborted === true) stop.begin();
  signal?.addEventListener('abort', stop.begin, { once: true });
  const ended = new Promise<ChildEnd>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null) => {
      stop.end();
      signal?.removeEventListener('abort', stop.begin);
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

/** SIGINT lets k6 finish started requests; a second one ends it immediately; SIGKILL if it hangs. */
function stopper(
  send: (signal: NodeJS.Signals) => void,
  graceMs: number,
  clock: Clock,
): { readonly begin: () => void; readonly end: () => void } {
  const pending: (() => void)[] = [];
  return {
    begin: () => {
      if (pending.length > 0) return;
      send('SIGINT');
      pending.push(clock.after(graceMs, () => send('SIGINT')));
      pending.push(clock.after(2 * graceMs, () => send('SIGKILL')));
    },
    end: () => {
      for (const cancel of pending) cancel();
    },
  };
}

const pendingUndos = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function runAll(): void {
  // In reverse order: a process must end before its folder is removed.
  for (const undo of [...pendingUndos].reverse()) undo();
  pendingUndos.clear();
}

/** Without another listener, a signal ends the process without an `exit` event: undo first, then let the signal end the process. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  runAll();
  unlisten();
  process.kill(process.pid, signal);
}

function listen(): void {
  process.on('exit', runAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function unlisten(): void {
  process.off('exit', runAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/** Calls `undo` (synchronous) once: when the returned function is called, or before that if this process ends by an error, exit or signal. */
export function lastResort(undo: () => void): () => void {
  if (pendingUndos.size === 0) listen();
  pendingUndos.add(undo);
  return () => {
    if (!pendingUndos.delete(undo)) return;
    if (pendingUndos.size === 0) unlisten();
    undo();
  };
}
