import { EXIT } from '../verdict/gate.ts';

/** The first Ctrl-C (or SIGTERM) asks to stop: what was recorded is judged and written. The second leaves at once. */
export function onInterrupt(tell: (text: string) => void): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    tell('\nstopping: what was recorded is judged; Ctrl-C again leaves at once\n');
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const release = () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  return { signal: controller.signal, release };
}
