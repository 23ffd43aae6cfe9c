import { planOfKey } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import { isOfBurst, isPaced, phaseName } from '../../exchange/phases.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { type DecidedRequest, isRefused, requestOf, retryAfterOf } from '../../limiter/evidence/requests.ts';
import { cut, inert } from '../../text/inert.ts';
import { count } from '../../text/number-text.ts';
import type { PlanLimits, ResultFinding } from '../result.ts';
import type { Table } from './capacity-blocks.ts';
import type { Row } from './rows.ts';

/** Maximum shown exchanges: those of findings, then others. */
const MAX_SHOWN = { cited: 400, others: 300 } as const;
/** Maximum linked exchanges of one finding, and shown findings of one requirement. */
export const MAX_LINKS = 20;
export const MAX_SHOWN_FINDINGS = 20;

export type Shown = ReturnType<typeof shownExchanges>;

/**
 * The exchanges behind a view: those to show, and the experiments with limits.
 * @param exchanges the client's and k6's, numbered consecutively; read once and in order, because there may be a million
 */
export function shownExchanges({ rows }: { readonly rows: readonly Row[] }, exchanges: Iterable<Exchange>) {
  const violations = rows.flatMap((row) =>
    row.findings.slice(0, MAX_SHOWN_FINDINGS).map((finding) => ({ row, finding })),
  );
  const citations = violations.flatMap((one) => citedIn(one.finding, MAX_LINKS).seqs.map((seq) => ({ ...one, seq })));
  const cited = groupBy(citations, ({ seq }) => seq);
  const shown: Exchange[] = [];
  const left: { cited: number; others: number } = { ...MAX_SHOWN };
  /** Of k6, by key. */
  const experiments = new Map<string, DecidedRequest[]>();
  let total = 0;
  for (const exchange of exchanges) {
    total += 1;
    const { seq, recorder, key, phase } = exchange;
    if (recorder === 'k6' && key !== null && !isPaced(phase)) {
      const own = experiments.get(key) ?? [];
      // The numbers of any limit are drawn, also those of the day.
      own.push(requestOf({ perDay: 0, perWindow: 0 }, exchange));
      experiments.set(key, own);
    }
    const kind = cited.has(seq) ? 'cited' : 'others';
    if (left[kind] === 0 || (kind === 'others' && (isOfBurst(phase) || isPaced(phase)))) continue;
    left[kind] -= 1;
    shown.push(exchange);
  }
  const inOrder = shown.toSorted((a, b) => a.seq - b.seq);
  return {
    total,
    cited,
    /** By area of the check, and by plan of the limits. */
    groups: groupBy(inOrder, groupOf),
    seqs: new Set(shown.map(({ seq }) => seq)),
    /** The points of a plan's first key: other keys have no burst. */
    points: (numbers: PlanLimits) => pointsOf(experiments.get(`${numbers.plan}#1`) ?? [], numbers),
  };
}

const groupOf = ({ recorder, probe, key }: Exchange): string =>
  inert(cut(recorder === 'client' ? (probe.split('.')[0] ?? '') : `rate limit, ${planOfKey(key) ?? 'none'}`, 40));

/** The requests of a finding, by their numbers in exchanges.ndjson: of many, the first ones, and the last, which shows it. */
export function citedIn({ exchanges, attempt }: ResultFinding, most: number) {
  const seqs = [...new Set([...exchanges.slice(0, most - 1), ...exchanges.slice(-1)])].toSorted((a, b) => a - b);
  const noun = `${attempt === undefined ? '' : 'first attempt, '}${exchanges.length === 1 ? 'request' : 'requests'}`;
  return { noun, seqs, rest: exchanges.length - seqs.length };
}

/** One request of a figure; times in seconds since the first request that counts, on our clock. */
export type Point = ReturnType<typeof pointsOf>[number];

/** The requests of the last attempt with a burst, since its last calibration, in the order of their responses. */
function pointsOf(all: readonly DecidedRequest[], { windowSeconds, clockOffsetMs }: PlanLimits) {
  const burst = all.findLastIndex(({ phase }) => isOfBurst(phase));
  const start = all.findLastIndex(({ phase }, index) => phase === 'calibrate' && (burst < 0 || index < burst));
  const next = all.findIndex(({ phase }, index) => phase === 'calibrate' && burst >= 0 && index > burst);
  const counted = all.slice(Math.max(0, start), next < 0 ? undefined : next);
  const zero = counted[0]?.sent ?? 0;
  // By the middle of the clock offset.
  const serverZero = zero + (clockOffsetMs === null ? 0 : (clockOffsetMs.from + clockOffsetMs.to) / 2);
  const admitted: number[] = [];
  let first = 0;
  return counted
    .toSorted((a, b) => a.received - b.received)
    .map((request) => {
      const { phase, sent, received, decision, remaining, reset } = request;
      const at = (received - zero) / 1_000;
      if (decision === 'admitted') admitted.push(at);
      while ((admitted[first] ?? at) <= at - windowSeconds) first += 1;
      const retry = isRefused(request) ? retryAfterOf(request) : undefined;
      const date = retry?.kind === 'date' ? (retry.at - serverZero) / 1_000 : Number.NaN;
      const until = retry?.kind === 'seconds' ? at + retry.seconds : date;
      return {
        phase,
        sent: (sent - zero) / 1_000,
        at,
        /** other: an unexpected response, or none. */
        decision: decision === 'admitted' || decision === 'refused' ? decision : ('other' as const),
        /** NaN without the header. */
        remaining: remaining ?? Number.NaN,
        /** NaN without a moment. */
        reset: (reset ?? Number.NaN) - serverZero / 1_000,
        /** The Retry-After of a refusal. */
        wait: Number.isNaN(until) ? '' : `${Math.round(until - at)} s`,
        /** Admitted requests in the window before its response. */
        admitted: admitted.length - first,
      };
    });
}

/** The phases of the experiment in numbers: the text alternative of the figure. */
export function phasesTable(points: readonly Point[]): Table {
  const rows = [...groupBy(points, ({ phase }) => phase)].map(([phase, own]) => {
    const of = (decision: Point['decision']) => count(own.filter((point) => point.decision === decision).length);
    const rising = (member: 'sent' | 'remaining' | 'reset') =>
      own.flatMap((point) => (Number.isNaN(point[member]) ? [] : [point[member]])).toSorted((a, b) => a - b);
    const resets = rising('reset').map((at) => at.toFixed(1));
    return [
      phaseName(phase),
      ...[rising('sent')[0], own.at(-1)?.at].map((at = 0) => at.toFixed(3)),
      ...[of('admitted'), of('refused'), of('other')],
      String(rising('remaining')[0] ?? 'missing'),
      [...new Set([resets[0], resets.at(-1)])].join(' to ') || '–',
      [...new Set(own.map(({ wait }) => wait))].filter(Boolean).slice(0, MAX_WAITS).join(', ') || '–',
    ];
  });
  return [['step', 'from', 'to', 'admitted', 'refused', 'other', 'lowest Remaining', 'Reset', 'Retry-After'], ...rows];
}

const MAX_WAITS = 4;
