import process from 'node:process';

const undone = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function runAll(): void {
  // In reverse order: a process must end before its folder is removed.
  for (const undo of [...undone].reverse()) undo();
  undone.clear();
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

/** Calls `undo` (synchronous) if this process ends by error, exit or signal. The returned function cancels that. */
export function lastResort(undo: () => void): () => void {
  if (undone.size === 0) listen();
  undone.add(undo);
  return () => {
    undone.delete(undo);
    if (undone.size === 0) unlisten();
  };
}
