import { phaseName } from '../exchange/phases.ts';
import { isExchange, isKind, type JournalRecord } from '../exchange/records/journal-record.ts';
import type { Io, Output } from '../io/io.ts';
import { decisionOf } from '../limiter/evidence/requests.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { inert } from '../text/inert.ts';
import { count, plural } from '../text/number-text.ts';
import { wrap } from '../text/wrap.ts';

/** The progress of the check, or of the experiment with one key. */
interface ProgressRow {
  readonly name: string;
  /** The planned requests of the check, or the limit of the key. */
  readonly expected: number;
  /** The requests of the check, or those admitted in the current window of the key. */
  counted: number;
  refused: number;
  /** The last probe of the check, or the phase of the experiment. */
  step: string;
  waiting?: { readonly until: number; readonly reason: string } | undefined;
  done: boolean;
}

/** The name and key of the check's row. Every other row has the key of its experiment. */
const CHECK = 'check';

/** Milliseconds between redraws on a terminal, and between lines without one. */
const FRAME_MS = 250;
const HEARTBEAT_MS = 20_000;
const MIN_SHOWN_WAIT_MS = 1_000;

/** Progress on stderr: a live area on a terminal, else a line for each wait and each finished key, and a heartbeat. */
export function openProgress(prepared: PreparedRun, { clock, stderr }: Pick<Io, 'clock' | 'stderr'>) {
  const isTerminal = stderr.isTTY === true;
  const redraw = redrawOn(stderr);
  const planned = plannedIn(prepared);
  const rows = new Map<string, ProgressRow>();
  const started = new Set<string>();
  let part = '';
  const draw = () => redraw([...rows.values()].map((row) => lineOf(row, clock.now())));
  const say = (row: ProgressRow) => stderr.write(`${lineOf(row, clock.now())}\n`);
  let stop: (() => void) | undefined;
  const onRecord = (record: JournalRecord) => {
    stop ??= isTerminal ? clock.every(FRAME_MS, draw) : clock.every(HEARTBEAT_MS, () => rows.forEach(say));
    // k6 starts after the check, for other requests, or for a second attempt: the earlier rows are done.
    if (isKind(record, 'start')) {
      rows.clear();
      part = record.script === 'sustain' ? ' steady' : started.has(record.script) ? ' again' : '';
      started.add(record.script);
    }
    const name = rowNameOf(record);
    const plan = planned.get(name);
    if (plan === undefined) return;
    const row = rows.get(name) ?? {
      ...plan,
      name: plan.name + part,
      counted: 0,
      refused: 0,
      step: 'starting',
      done: false,
    };
    rows.set(name, row);
    addRecord(row, record, clock.now());
    if (isTerminal) draw();
    else if ((row.waiting?.until ?? 0) - clock.now() > MIN_SHOWN_WAIT_MS || row.done) say(row);
  };
  const end = () => {
    stop?.();
    stop = undefined;
    redraw([]);
  };
  return { onRecord, end };
}

/** CHECK, or the key of an experiment; empty if no row is about the record. */
function rowNameOf(record: JournalRecord): string {
  const isOfClient = isExchange(record) ? record.recorder === 'client' : isKind(record, 'wait') && !('key' in record);
  if (isOfClient) return CHECK;
  return 'key' in record ? String(record.key) : '';
}

function plannedIn({ head, cost }: PreparedRun) {
  const { plans = [], daily = {} } = head.limits ?? {};
  return new Map<string, Pick<ProgressRow, 'name' | 'expected'>>([
    [CHECK, { name: CHECK, expected: cost.check.requests }],
    ...plans.map(({ plan, key, perMinute }) => [key, { name: plan, expected: perMinute }] as const),
    ...plans.flatMap(({ plan, perDay }) => {
      const key = daily[plan];
      return key === undefined ? [] : [[key, { name: `${plan} day`, expected: perDay }] as const];
    }),
  ]);
}

function addRecord(row: ProgressRow, record: JournalRecord, now: number): void {
  row.waiting = undefined;
  if (isExchange(record)) {
    const { received, operation, recorder, probe, phase = '' } = record;
    const decision = 'status' in received ? decisionOf(received.status, operation) : undefined;
    if (recorder === 'client' || decision === 'admitted') row.counted += 1;
    if (recorder === 'k6' && decision === 'refused') row.refused += 1;
    row.step = inert(recorder === 'client' ? probe : phaseName(phase));
  } else if (record.kind === 'wait') {
    row.waiting = { until: now + record.until - record.at, reason: inert(record.reason) };
    // After this wait, a new window begins.
    if ('phase' in record && record.phase === 'calibrate') Object.assign(row, { counted: 0, refused: 0 });
  } else if (record.kind === 'experiment' && record.role !== 'prepare') row.done = true;
}

/** `free       30 admitted (limit 60), 0 refused · burst` */
function lineOf({ name, expected, counted, refused, step, waiting, done }: ProgressRow, now: number): string {
  const counts =
    name === CHECK
      ? `${counted > expected ? '' : `${counted} of about `}${plural(Math.max(counted, expected), 'request')}`
      : `${count(counted)} admitted (limit ${count(expected)}), ${count(refused)} refused`;
  const seconds = Math.max(0, Math.ceil(((waiting?.until ?? now) - now) / 1000));
  const state = waiting === undefined || seconds === 0 ? step : `waiting ${seconds} s ${waiting.reason}`;
  return `  ${name.padEnd(10)} ${counts} · ${done ? 'done' : state}`;
}

/** Returns a function that replaces the lines of a live area on a terminal. Without lines, it removes the area. */
function redrawOn(stderr: Output): (lines: readonly string[]) => void {
  let height = 0;
  return (lines) => {
    // The redraw counts lines, so the terminal must not break one.
    const width = Math.max(20, (stderr.columns ?? 80) - 1);
    const drawn = lines.flatMap((text) => wrap(text, width, '', '    ').split('\n'));
    // Moves to the first line of the area, and erases everything from there.
    const erase = height === 0 ? '' : `\u001b[${height}A\r\u001b[J`;
    // One write: several would flicker.
    if (drawn.length + height > 0) stderr.write(`${erase}${drawn.map((text) => `${text}\n`).join('')}`);
    height = drawn.length;
  };
}
