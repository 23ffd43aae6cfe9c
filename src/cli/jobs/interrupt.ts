import { OutOfTimeError } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { fitted } from '../console/console.ts';

const STOPPING = {
  stopping: 'stopping; judging the recorded requests. Ctrl-C again exits immediately',
  'stopping-without-result': 'stopping, without a result. Ctrl-C again exits immediately',
  'stopping-at-time-limit':
    'stopping at the time limit (--max-duration); judging the recorded requests. Ctrl-C exits immediately',
} as const;

/** The first Ctrl-C, SIGTERM, SIGHUP or the end of `--max-duration` (ms) stops the run, which is judged. The next Ctrl-C exits immediately. */
export function onInterrupt(
  { clock, stderr, onInterrupt, exit }: Pick<Io, 'clock' | 'stderr' | 'onInterrupt' | 'exit'>,
  print: (text: string) => void,
  {
    maxMs,
    stopping = 'stopping',
  }: { readonly maxMs?: number | undefined; readonly stopping?: 'stopping' | 'stopping-without-result' } = {},
) {
  const controller = new AbortController();
  const stop = (reason?: Error) => {
    if (controller.signal.aborted) return;
    print(fitted(`\n${STOPPING[reason instanceof OutOfTimeError ? 'stopping-at-time-limit' : stopping]}\n`, stderr));
    controller.abort(reason);
  };
  const ignoreSignals = onInterrupt(() => {
    if (controller.signal.aborted) exit(EXIT.interrupted);
    else stop();
  });
  const cancel = maxMs === undefined ? undefined : clock.after(maxMs, () => stop(new OutOfTimeError()));
  const stopListening = () => {
    cancel?.();
    ignoreSignals();
  };
  return { signal: controller.signal, stop, stopListening };
}
