import process from 'node:process';

const undone = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function runAll(): void {
  for (const undo of undone) undo();
  undone.clear();
}

/** Where nobody else listens, the signal ends the process without an `exit` event: so undo first, and let it end as it would have. */
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

/** Has `undo` (synchronous) called if this process ends by error, exit or signal. Returns what ends the watch. */
export function lastResort(undo: () => void): () => void {
  if (undone.size === 0) listen();
  undone.add(undo);
  return () => {
    undone.delete(undo);
    if (undone.size === 0) unlisten();
  };
}
