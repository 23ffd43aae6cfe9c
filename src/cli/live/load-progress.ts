import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { isExchange, isKind } from '../../exchange/records/journal-record.ts';
import type { Start } from '../../exchange/records/load-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import type { Clock } from '../../io/clock.ts';
import { fateOf } from '../../limiter/evidence/reading.ts';
import type { Paint } from '../../report/paint.ts';
import { count } from '../../text/count.ts';
import { inert, wrap } from '../../text/inert.ts';
import { PHASES, progressText } from '../../text/progress.ts';
import { bar, countdown, HEARTBEAT_MS, type Progress, type Waiting } from './progress.ts';
import type { Line, Screen } from './screen.ts';

interface Row {
  readonly key: KeyLabel;
  /** E.g. `free`, `free day`. */
  readonly name: string;
  /** The limit of the plan. */
  readonly of: number;
}

function rowsOf({ limits }: Head): Row[] {
  const plans = limits?.plans ?? [];
  const dedicated = (kind: string, keys: Readonly<Record<string, KeyLabel>> = {}, of: 'perMinute' | 'perDay') =>
    plans.flatMap((plan): Row[] => {
      const key = keys[plan.plan];
      return key === undefined ? [] : [{ key, name: `${plan.plan} ${kind}`, of: plan[of] }];
    });
  return [
    ...plans.map(({ plan, key, perMinute }) => ({ key, name: plan, of: perMinute })),
    ...dedicated('day', limits?.daily, 'perDay'),
  ];
}

/** Milliseconds between redraws on a terminal: a burst has hundreds of responses per second. */
const FRAME_MS = 100;

/** Progress of the limit experiments: a live area on a terminal, else a line for each wait and each finished plan. */
export function loadProgress(
  { isTerminal, width, say, draw, clear }: Screen,
  paint: Paint,
  head: Head,
  { now, every }: Clock,
): Progress {
  const rows = rowsOf(head);
  const counts = new Map<KeyLabel, KeyRow>();
  const begun = () => rows.flatMap(({ key }) => counts.get(key) ?? []);
  const folded = (text: string) => `${isTerminal ? wrap(text, width(), '  ', ' '.repeat(13)) : `  ${text}`}\n`;
  const stopBeating = isTerminal
    ? every(FRAME_MS, () => draw(loadLines(begun(), paint, now(), width())))
    : every(HEARTBEAT_MS, () => {
        const texts = begun().map((row) => `${row.name}: ${countText(row)}`);
        say(`  … ${texts.join(' · ')}\n`);
      });
  return {
    see: (record) => {
      if (isKind(record, 'start')) {
        const again = rows.filter(({ key }) => isUsedAgain(record, key) && counts.get(key)?.done === true);
        if (again.length > 0) say(folded(confirmation(again)));
        for (const { key } of again) counts.delete(key);
      }
      if (!('key' in record) || record.key === null) return;
      const row = rows.find(({ key }) => key === record.key);
      if (row === undefined) return;
      const known = counts.get(row.key) ?? { ...row, admitted: 0, refused: 0, earlier: 0, done: false };
      counts.set(row.key, known);
      if (isExchange(record)) {
        delete known.waiting;
        known.phase = record.phase;
        if (isNotAdmitted(record)) say(folded(notAdmitted(row, record.received, rows.length > 1)));
        const fate = 'status' in record.received ? fateOf(record.received.status, record.operation) : undefined;
        if (fate === 'admitted') known.admitted += 1;
        if (fate === 'refused') known.refused += 1;
      } else if (record.kind === 'wait' && 'phase' in record) {
        known.waiting = { until: now() + record.until - record.at, reason: record.reason };
        if (!isTerminal && record.until - record.at > 1_000)
          say(
            `  ${row.name.padEnd(10)} ${progressText('key-waiting', {
              counts: countText(known),
              seconds: ((record.until - record.at) / 1000).toFixed(1),
              reason: inert(record.reason),
            })}\n`,
          );
        // A new window: what the old one admitted says nothing about the limit.
        if (record.phase === 'calibrate') known.earlier = known.admitted;
      } else if (record.kind === 'experiment' && record.role !== 'prepare') {
        known.done = true;
        if (!isTerminal) say(`  ${row.name.padEnd(10)} ${progressText('key-done', { counts: countText(known) })}\n`);
      }
    },
    end: () => {
      stopBeating();
      clear();
    },
  };
}

/** Whether the key has not been exhausted yet. */
const isNotAdmitted = (exchange: Exchange): exchange is Answered =>
  exchange.phase === 'calibrate' &&
  isAnswered(exchange) &&
  exchange.received.status >= 300 &&
  exchange.received.status !== 429;

/** Printed immediately, so that the user can stop and fix the key. */
const notAdmitted = ({ name }: Row, { status }: Answered['received'], others: boolean) =>
  `${name.padEnd(10)} ${progressText(others ? 'key-skipped-others-continue' : 'key-skipped', { status })}`;

const isUsedAgain = ({ script, config }: Start, label: KeyLabel) =>
  script === 'quota' && config.experiments.some(({ key }) => key === label);

const confirmation = (rows: readonly Row[]) => progressText('keys-confirmed', { keys: rows.map(({ name }) => name) });

export interface KeyRow extends Omit<Row, 'key'> {
  admitted: number;
  refused: number;
  /** Those of `admitted` before a wait for a new window: the bar leaves them out. */
  earlier: number;
  phase?: string | undefined;
  waiting?: Waiting;
  done: boolean;
}

/** The live area of the limit experiments: for each key a progress bar and its current wait. */
export function loadLines(rows: readonly KeyRow[], paint: Paint, now: number, width: number): Line[] {
  const heading: Line = [
    `  limits    ${progressText(rows.length === 1 ? 'exhausts-keys' : 'exhausts-keys-in-parallel', { keys: rows.length })}`,
    paint.dim,
  ];
  return [heading, ...rows.flatMap((row) => keyLines(row, paint, now, width))];
}

/** Without the limit: a run admits more than that in later windows. */
const countText = ({ admitted, refused }: KeyRow): string =>
  progressText('key-counts', { admitted: count(admitted), refused: count(refused) });

function keyLines(row: KeyRow, paint: Paint, now: number, width: number): Line[] {
  const { name, of, admitted, earlier, phase, waiting, done } = row;
  const colour = done ? paint.green : paint.dim;
  const state = done ? 'done' : inert(PHASES[phase ?? ''] ?? phase ?? 'starting');
  const line: Line = [
    `  ${inert(name).padEnd(10)}${bar(admitted - earlier, of)}  ${progressText('key-state', { counts: countText(row), state })}`,
    colour,
  ];
  if (done || waiting === undefined || waiting.until < now) return [line];
  return [line, ...countdown(waiting, now, width, paint)];
}
