import { isExchange, type JournalRecord, type Wait } from '../../exchange/index.ts';
import type { Clock } from '../../io/clock.ts';
import { inert, wrap } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { progressText } from '../../text/progress.ts';
import type { Line, Screen } from './screen.ts';

export interface Progress {
  readonly see: (record: JournalRecord) => void;
  readonly end: () => void;
}

/** Milliseconds between progress lines without a terminal. */
const HEARTBEAT_MS = 20_000;
/** Milliseconds between redraws on a terminal, so that a countdown shows every second. */
const TICK_MS = 250;

/** Progress of the conformance part on stderr: a live area on a terminal, else a line for each group and wait, and a heartbeat. */
export function progress(screen: Screen, paint: Paint, planned: number, clock: Clock): Progress {
  return screen.isTerminal ? liveArea(screen, paint, planned, clock) : plainLines(screen.say, clock);
}

function liveArea(screen: Screen, paint: Paint, planned: number, { now, every }: Clock): Progress {
  let sent = 0;
  let probe = '';
  let waiting: Waiting | undefined;
  const draw = () => {
    if (sent === 0 && waiting === undefined) return;
    const lines: Line[] = [
      [`  check     ${bar(sent, planned)}  ${progressText('requests-sent-of', { sent, planned })}`, paint.dim],
      [`            ${probe}`, paint.dim],
    ];
    if (waiting !== undefined) lines.push(...countdown(waiting, now(), screen.width(), paint));
    screen.draw(lines);
  };
  const stopTicking = every(TICK_MS, draw);
  return {
    see: (record) => {
      if (isExchange(record)) {
        sent += 1;
        probe = inert(record.probe);
        waiting = undefined;
      } else if (record.kind === 'wait') waiting = { until: now() + record.until - record.at, reason: record.reason };
      else return;
      draw();
    },
    end: () => {
      stopTicking();
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

function plainLines(say: (text: string) => void, { every }: Clock): Progress {
  let group = '';
  let count = 0;
  let sent = 0;
  const flush = () => {
    if (count > 0) say(`  ${progressText('group-sent', { group: group.padEnd(8), requests: count })}\n`);
    count = 0;
  };
  const stopBeating = every(HEARTBEAT_MS, () => say(`  ${progressText('requests-sent', { sent })}\n`));
  return {
    see: (record) => {
      if (isExchange(record)) {
        const next = inert(record.probe).split('.')[0] ?? '';
        if (next !== group) flush();
        group = next;
        count += 1;
        sent += 1;
      } else if (record.kind === 'wait' && record.until - record.at > 500) {
        flush();
        say(waitLine(record));
      }
    },
    end: () => {
      stopBeating();
      flush();
    },
  };
}

const BAR = 16;

/** A progress bar with a fixed number of columns. */
export function bar(done: number, of: number): string {
  const full = Math.min(BAR, of <= 0 ? 0 : Math.floor((done / of) * BAR));
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}
