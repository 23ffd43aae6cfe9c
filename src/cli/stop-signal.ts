import type { StopReason } from '../exchange/trace.ts';
import type { Io } from '../io/io.ts';
import { EXIT } from '../text/exit-codes.ts';
import { fitted } from './console/console.ts';

/**
 * A signal that the first Ctrl-C, SIGTERM, SIGHUP or the end of `--max-duration` (`maxMs`) aborts: the command then judges what it recorded.
 * The next Ctrl-C exits immediately.
 */
export function stopSignal(io: Io, clear = () => {}, maxMs?: number) {
  const controller = new AbortController();
  const stop = (reason?: StopReason) => {
    if (controller.signal.aborted) return;
    const why = reason === 'time-budget' ? ' at the time limit (--max-duration)' : '';
    clear();
    io.stderr.write(fitted(`\nstopping${why}; Ctrl-C exits immediately\n`, io.stderr));
    controller.abort(reason);
  };
  const ignoreSignals = io.onInterrupt(() => {
    if (controller.signal.aborted) io.exit(EXIT.interrupted);
    else stop();
  });
  const cancel = maxMs === undefined ? undefined : io.clock.after(maxMs, () => stop('time-budget'));
  const stopListening = () => {
    cancel?.();
    ignoreSignals();
  };
  return { signal: controller.signal, stop, stopListening };
}
