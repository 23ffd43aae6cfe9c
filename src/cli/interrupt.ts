import { OutOfTimeError } from '../exchange/index.ts';
import { EXIT } from '../verdict/gate.ts';
import { fitted } from './console.ts';

/**
 * The first Ctrl-C (or SIGTERM), or the end of the time that the run was given (in milliseconds), asks to stop: what was recorded is
 * judged and written. The next Ctrl-C leaves at once.
 */
export function onInterrupt(
  tell: (text: string) => void,
  maxMs?: number,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = (why: string, reason?: Error) => {
    const text = `\nstopping${why}: what was recorded is judged; Ctrl-C ${reason === undefined ? 'again ' : ''}leaves at once\n`;
    tell(fitted(text, process.stderr));
    controller.abort(reason);
  };
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    stop('');
  };
  const outOfTime = () => {
    if (!controller.signal.aborted) stop(', --max-duration is reached', new OutOfTimeError());
  };
  const timer = maxMs === undefined ? undefined : setTimeout(outOfTime, maxMs);
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const release = () => {
    clearTimeout(timer);
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  return { signal: controller.signal, release };
}
