import type { AbortReason } from '../exchange/trace.ts';
import type { Io } from '../io/io.ts';
import { EXIT } from '../text/exit-codes.ts';
import { fitted } from './console.ts';

/** A signal that the first Ctrl-C, SIGTERM or SIGHUP aborts, or the end of `maxMs`. The command then judges. A second Ctrl-C exits. */
export function stopSignal(io: Io, clear = () => {}, maxMs?: number) {
  const controller = new AbortController();
  const stop = (reason?: AbortReason) => {
    if (controller.signal.aborted) return;
    const why = reason === 'time-budget' ? ' at the time limit (--max-duration raises it)' : '';
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
