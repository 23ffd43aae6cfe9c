import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Trace } from '../../exchange/trace.ts';
import { requestName } from '../../spec/operations.ts';
import {
  because,
  brokenUnless,
  type Finding,
  type Outcome,
  observed,
  outcomeOf,
  type Reason,
  undecided,
  unsettled,
} from '../outcome.ts';
import { type Rule, requestOf, violation } from '../rule.ts';
import { countedApart } from './apart.ts';
import { isLate, tooSlow, unevenDraw } from './draws.ts';
import { exchangesOf, type Pair, pairsOf, valuesOf } from './pairs.ts';
import { isOnKey, type RateReading, readRate, windowOf } from './reading.ts';
import { countsEveryTogether, countsTogether, drawsMoreTogether, lostTogether } from './together.ts';

/** Within a window it falls by one, allowing for a refill and for requests of other clients in between. */
const refill = (pair: Pair) => Math.ceil(pair.seconds * pair.perSecond);
const rose = (pair: Pair) => pair.fall < 1 - refill(pair);
const sameOperation = (pair: Pair) => pair.sameOperation;
const fellMore = (pair: Pair) => pair.fall > 1 + pair.between;

/**
 * Within one window, Remaining falls by one per request sent with the key. Judged within each operation here;
 * across operations by `countsEveryOperation`, so that a counter per operation is one finding and not two.
 */
export const countsDown: Rule = (_evidence, trace) => {
  const apart = countedApart(trace);
  const [first] = apart;
  const pairs = pairsOf(trace).length;
  if (apart.length > 1 || first?.code === 'counter-per-spelling') return outcomeOf(apart.slice(0, 3), pairs);
  const outcome = countsDownInTurn(trace);
  // One request may have met a node that was about to restart; two have not.
  return outcome.kind === 'broken' || first === undefined
    ? outcome
    : brokenUnless(because('temporary-cause'), first, pairs);
};

function countsDownInTurn(trace: Trace): Outcome {
  const all = pairsIn(trace);
  const outcome = countsDownIn(
    all.filter(({ sameOperation, newWindow }) => sameOperation && !newWindow),
    trace,
  );
  if (outcome.kind === 'broken') return outcome;
  // get-not-counted, filtered-lists-count-double
  const uneven = unevenDraw(all);
  if (uneven !== undefined) return outcomeOf([uneven], all.length);
  return outcome.kind === 'holds' ? (lostTogether(trace) ?? outcome) : outcome;
}

/** Without the responses that show a portion of the quota returned. */
function pairsIn(trace: Trace): readonly Pair[] {
  const portions = portionsIn(trace);
  return pairsOf(trace).filter(({ after }) => !portions.has(after));
}

function countsDownIn(pairs: readonly Pair[], trace: Trace): Outcome {
  if (pairs.length === 0) return countsTogether(trace, because('no-remaining-pair'));
  const operations = byOperation(pairs);
  const stuck = operations.flatMap((own) => tooSlow(own) ?? []);
  const rises = pairs.filter(rose);
  if (stuck.length > 0 || rises.length >= 2) {
    const expiry = expiryReading(pairs, trace);
    if (expiry !== undefined) return expiry;
    return outcomeOf([...stuck, ...rises.slice(0, 3).map(riseFinding)], pairs.length);
  }
  const regular = operations.flatMap((own) => regularExtra(own) ?? []);
  if (regular.length > 0) {
    // Then no request of another client came in between (filtered-lists-count-double).
    const isOneElsewhere = operations.some((own) => steadyFall(own)?.fall === 1);
    return isOneElsewhere ? outcomeOf(regular, pairs.length) : drawsMoreTogether(trace, regular, pairs.length);
  }
  return (
    irregular([...pairs.filter(fellMore), ...rises], pairs.length) ??
    (pairs.some(({ fall }) => fall >= 1) ? outcomeOf([], pairs.length) : countsTogether(trace, NEVER_FELL))
  );
}

/**
 * The responses that show a portion of the quota returned, if all rises do: none is larger than what the plan grants in
 * the time since the rise before it, or in half a window for the first one (rate-headers-kept-by-query).
 *
 * ```text
 * 300 per minute, 30 every 6 s:   191 ──▶ 220 (+30) … 6 s … 73 ──▶ 102 (+30)
 * a second counter:               191 ──▶ 220 (+30) … 0.1 s … 189 ──▶ 218 (+30)      too soon
 * ```
 */
const portionsIn: (trace: Trace) => ReadonlySet<Answered> = oncePer((trace) => {
  const rises = pairsOf(trace).filter((pair) => rose(pair) && !pair.newWindow);
  const isGranted = ({ before, after, fall, perSecond }: Pair, index: number): boolean => {
    const last = rises[index - 1]?.before;
    const since =
      last === undefined ? windowOf(readRate(before).limit, trace) / 2 : (after.received.at - last.sent.at) / 1000;
    return 1 - fall <= Math.ceil(since * perSecond);
  };
  return new Set(rises.every(isGranted) ? rises.map(({ after }) => after) : []);
});

/** A bucket that refills faster than requests arrive stays full, and so does a constant number. */
const NEVER_FELL: Reason = because('remaining-never-fell');

/** All operations share one counter: no rise when the operation changes, and each operation counts. */
export const countsEveryOperation: Rule = (_evidence, trace) => {
  const pairs = pairsIn(trace);
  const across = pairs.filter(({ sameOperation, newWindow }) => !sameOperation && !newWindow);
  const operations = byOperation(pairs);
  if (operations.length < 2 || across.length === 0)
    return countsEveryTogether(trace, because('no-remaining-across-operations'));
  const jumps = across.filter((pair) => rose(pair) || pair.fall > 3 + pair.between);
  const slow = operations.filter((own) => tooSlow(own) !== undefined);
  const others = operations.filter((own) => !slow.includes(own)).map(([pair]) => requestName(pair?.operation ?? ''));
  const effect = because('counted-apart-from', { others: others.join(' and ') });
  // The pairs of `countsDown`, if they show it: one violation has the same numbers in both requirements.
  const stuck = slow.flatMap((own) => tooSlow(own.filter(sameOperation), effect) ?? tooSlow(own, effect) ?? []);
  const rises = across.filter(rose);
  const someStuck = stuck.length > 0 && stuck.length < operations.length && !isLate(pairs);
  const expiry = rises.length > 0 || someStuck ? expiryReading(pairs, trace) : undefined;
  if (expiry !== undefined) return expiry;
  if (rises.length >= 2) return outcomeOf(rises.slice(0, 3).map(riseFinding), across.length);
  if (someStuck) return outcomeOf(stuck, across.length);
  return irregular(jumps, across.length) ?? outcomeOf([], across.length);
};

const byOperation = (pairs: readonly Pair[]): Pair[][] => [...groupBy(pairs, ({ operation }) => operation).values()];

/** All pairs, at least four, fell by the same number above 1: a wrong limiter (counts-by-two), or a client that alternates with us. */
function regularExtra(pairs: readonly Pair[]): Finding | undefined {
  const steady = steadyFall(pairs);
  if (steady === undefined || steady.fall < 2) return undefined;
  const { first, clean } = steady;
  const cited = clean.slice(0, 5);
  const shown = {
    fall: first.fall,
    counted: first.operation,
    requests: requestName(first.operation),
    times: clean.length,
    values: `${valuesOf(cited)}${clean.length > cited.length ? '; …' : ''}`,
  };
  const exchanges = exchangesOf(cited).map(({ seq }) => seq);
  return { ...violation(first.after, 'remaining-falls-more', shown), exchanges };
}

/** The number by which Remaining always fell, at least four times, without requests in between. */
function steadyFall(pairs: readonly Pair[]) {
  const clean = pairs.filter(({ newWindow, between }) => !newWindow && between === 0);
  const [first] = clean;
  if (first === undefined || clean.length < 4 || clean.some(({ fall }) => fall !== first.fall)) return undefined;
  return { fall: first.fall, first, clean };
}

function riseFinding({ before, after, fall, seconds }: Pair): Finding {
  const shown = {
    rise: -fall,
    before: requestOf(before),
    wanted: (readRate(before).remaining ?? 0) - 1,
    previous: readRate(before).remaining ?? 0,
    remaining: readRate(after).remaining ?? null,
    seconds: Math.round(seconds * 1000) / 1000,
  };
  return violation(after, 'remaining-rose', shown, before);
}

function irregular(pairs: readonly Pair[], subjects: number): Outcome | undefined {
  const [odd] = pairs;
  if (odd === undefined) return undefined;
  const between = { before: odd.before.seq, after: odd.after.seq };
  const reason =
    odd.fall > 0
      ? because('remaining-fell-irregularly', { ...between, fall: odd.fall })
      : because('remaining-rose-irregularly', { ...between, rise: -odd.fall });
  return undecided(reason, subjects);
}

/** Whether a 401 draws on the caller's counter, and whose numbers it shows. */
export const countsUnauthorized: Rule = (_evidence, trace) => {
  const pairs = pairsOf(trace).filter(({ between, newWindow }) => between > 0 && !newWindow);
  if (pairs.length === 0) return undecided(because('no-request-without-key'));
  const drawn = pairs.filter(({ fall, between }) => fall > 1 && fall <= 1 + between).length;
  const refused = trace.exchanges
    .filter(isAnswered)
    .filter(({ received }) => received.status === 401)
    .map(readRate);
  const limits = [...new Set(refused.flatMap(({ limit }) => limit ?? []))].sort((a, b) => a - b);
  return observed({ drawsOnTheKey: drawn > pairs.length / 2, limitsShown: limits }, pairs.length);
};

/**
 * In a sliding window, quota returns a window after its use, at the same pace: earlier use may return at any moment; on a fresh key nothing can.
 * A sliding window has no Reset that is constant for three seconds: a confirmation attempt shows whether it is. Random legal windows on a
 * used key show it (simulation.test.ts).
 */
function expiryReading(pairs: readonly Pair[], trace: Trace): Outcome | undefined {
  const readings = trace.exchanges.filter(isAnswered).filter(isOnKey).map(readRate);
  const first = readings.find(({ limit, remaining }) => limit !== undefined && remaining !== undefined);
  if (first === undefined) return undefined;
  const usedBefore = (first.limit ?? 0) - (first.remaining ?? 0) - 1;
  const steady = pairs.filter(({ newWindow }) => !newWindow);
  const lacking = steady.reduce((sum, { fall }) => sum + 1 - fall, 0);
  const refilled = Math.ceil(steady.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0));
  if (usedBefore <= 0 || lacking - refilled > usedBefore) return undefined;
  const stands = resetStandsStill(readings);
  if (stands === true) return undefined;
  const reason = because('sliding-window-expiry');
  return stands === undefined ? unsettled(reason, pairs.length) : undecided(reason, pairs.length);
}

/** Whether Reset was constant (within a second) over three seconds; undefined if that was not seen. */
function resetStandsStill(readings: readonly RateReading[]): boolean | undefined {
  const dated = readings.filter(({ reset }) => reset !== undefined);
  const [first] = dated;
  const last = dated.at(-1);
  if (first === undefined || last === undefined || last.exchange.sent.at - first.exchange.received.at < 3_000)
    return undefined;
  return Math.abs((last.reset ?? 0) - (first.reset ?? 0)) <= 1;
}
