import { isExchange, type JournalRecord } from '../../exchange/records/journal-record.ts';
import type { Wait } from '../../exchange/records/run-record.ts';
import type { Clock } from '../../io/clock.ts';
import type { Paint } from '../../report/paint.ts';
import { inert, wrap } from '../../text/inert.ts';
import { progressText } from '../../text/progress.ts';
import type { Line, Screen } from './screen.ts';

export interface Progress {
  readonly see: (record: JournalRecord) => void;
  readonly end: () => void;
}

/** Milliseconds between progress lines without a terminal. */
export const HEARTBEAT_MS = 20_000;
/** Milliseconds between redraws on a terminal, so that a countdown shows every second. */
const TICK_MS = 250;

/** Progress of the conformance part on stderr: a live area on a terminal, else a line for each group and wait, and a heartbeat. */
export function progress(screen: Screen, paint: Paint, planned: number, { now, every }: Clock): Progress {
  const { isTerminal } = screen;
  const sayPlain = isTerminal ? () => undefined : screen.say;
  let sent = 0;
  let probe = '';
  let waiting: Waiting | undefined;
  let [group, inGroup] = ['', 0];
  const draw = () => {
    if (!isTerminal || (sent === 0 && waiting === undefined)) return;
    const lines: Line[] = [
      [`  check     ${bar(sent, planned)}  ${progressText('requests-sent-of', { sent, planned })}`, paint.dim],
      [`            ${probe}`, paint.dim],
    ];
    if (waiting !== undefined) lines.push(...countdown(waiting, now(), screen.width(), paint));
    screen.draw(lines);
  };
  const endGroup = () => {
    if (inGroup > 0) sayPlain(`  ${progressText('group-sent', { group: group.padEnd(8), requests: inGroup })}\n`);
    inGroup = 0;
  };
  const stopTicking = isTerminal
    ? every(TICK_MS, draw)
    : every(HEARTBEAT_MS, () => screen.say(`  ${progressText('requests-sent', { sent })}\n`));
  return {
    see: (record) => {
      if (isExchange(record)) {
        probe = inert(record.probe);
        const [area = ''] = probe.split('.');
        if (area !== group) endGroup();
        group = area;
        inGroup += 1;
        sent += 1;
        waiting = undefined;
      } else if (record.kind === 'wait') {
        waiting = { until: now() + record.until - record.at, reason: record.reason };
        if (record.until - record.at > 500) {
          endGroup();
          sayPlain(waitLine(record));
        }
      } else return;
      draw();
    },
    end: () => {
      stopTicking();
      endGroup();
      screen.clear();
    },
  };
}

export interface Waiting {
  /** By this machine's clock. */
  readonly until: number;
  readonly reason: string;
}

/** The remaining seconds and the reason of a wait, wrapped but never cut. */
export function countdown({ until, reason }: Waiting, now: number, width: number, paint: Paint): Line[] {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const text = progressText('waiting', { seconds, reason: inert(reason) });
  return wrap(text, width, ' '.repeat(12))
    .split('\n')
    .map((line): Line => [line, paint.yellow]);
}

export const waitLine = ({ at, until, reason }: Pick<Wait, 'at' | 'until' | 'reason'>): string =>
  `  ${progressText('waiting', { seconds: ((until - at) / 1000).toFixed(1), reason: inert(reason) })}\n`;

const BAR = 16;

/** A progress bar with a fixed number of columns. */
export function bar(done: number, of: number): string {
  const full = Math.min(BAR, of <= 0 ? 0 : Math.floor((done / of) * BAR));
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}
