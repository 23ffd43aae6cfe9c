import { OutOfTimeError } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { progressText } from '../../text/progress.ts';
import { fitted } from '../console/console.ts';

/** The first Ctrl-C, SIGTERM, SIGHUP or the end of `--max-duration` (ms) stops the run, which is judged. The next Ctrl-C exits immediately. */
export function onInterrupt(
  { clock, stderr, onInterrupt, exit }: Pick<Io, 'clock' | 'stderr' | 'onInterrupt' | 'exit'>,
  print: (text: string) => void,
  {
    maxMs,
    stopping = 'stopping',
  }: { readonly maxMs?: number | undefined; readonly stopping?: 'stopping' | 'stopping-without-result' } = {},
): { signal: AbortSignal; stop: (reason?: Error) => void; release: () => void } {
  const controller = new AbortController();
  const stop = (reason?: Error) => {
    if (controller.signal.aborted) return;
    const text = progressText(reason instanceof OutOfTimeError ? 'stopping-at-time-limit' : stopping);
    print(fitted(`\n${text}\n`, stderr));
    controller.abort(reason);
  };
  const ignoreSignals = onInterrupt(() => {
    if (controller.signal.aborted) exit(EXIT.interrupted);
    else stop();
  });
  const cancel = maxMs === undefined ? undefined : clock.after(maxMs, () => stop(new OutOfTimeError()));
  const release = () => {
    cancel?.();
    ignoreSignals();
  };
  return { signal: controller.signal, stop, release };
}
