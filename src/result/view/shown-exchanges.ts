import { planOfKey } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import { isOfBurst, isPaced } from '../../exchange/phases.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { type DecidedRequest, requestOf } from '../../limiter/evidence/requests.ts';
import { inert, truncated } from '../../text/inert.ts';
import type { PlanLimits, ResultFinding } from '../result.ts';
import { pointsOf } from './limit-points.ts';
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
      own.push(requestOf(exchange));
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
  inert(truncated(recorder === 'client' ? (probe.split('.')[0] ?? '') : `rate limit, ${planOfKey(key) ?? 'none'}`, 40));

/** The requests of a finding, by their numbers in exchanges.ndjson: of many, the first ones, and the last, which shows it. */
export function citedIn({ exchanges, attempt }: ResultFinding, most: number) {
  const seqs = [...new Set([...exchanges.slice(0, most - 1), ...exchanges.slice(-1)])].toSorted((a, b) => a - b);
  const noun = `${attempt === undefined ? '' : 'first attempt, '}${exchanges.length === 1 ? 'request' : 'requests'}`;
  return { noun, seqs, rest: exchanges.length - seqs.length };
}
