import type { Answered } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import { memoize } from '../../exchange/memoize.ts';
import { requestName } from '../../spec/operations.ts';
import { queryOf } from '../../store/query.ts';
import { nested } from '../../text/template.ts';
import type { Finding, Reason } from '../conclusion.ts';
import { findingOn } from '../rule.ts';
import { type CounterStep, stretchesOf, sumOf, valuesOf } from './counter.ts';

/** The steps in which less than one request of the quota can have returned. Longer ones show nothing. */
const shortOf = (steps: readonly CounterStep[]): readonly CounterStep[] => steps.filter(({ back }) => back < 1);

export const byOperation = (steps: readonly CounterStep[]): CounterStep[][] => [
  ...groupBy(steps, ({ after }) => after.operation).values(),
];

/** Whether Remaining shows more than a refill may have returned: it rose, or simultaneous requests did not all draw. */
export const lacksDraws = ({ fall, sent, back }: CounterStep): boolean => fall < sent - Math.ceil(back);

/**
 * The finding if Remaining fell by less than the requests over several steps, except for a refill and for rounding once per sequence
 * (remaining-constant, list-not-counted). A fall by more belongs to another client, or to a response that repeated a value.
 *
 * @param effect what it means for other operations
 */
export function tooFew(steps: readonly CounterStep[], effect?: Reason): Finding | undefined {
  const short = shortOf(steps);
  const fell = sumOf(short, ({ fall, between }) => Math.min(fall, 1 + between));
  const refill = Math.ceil(sumOf(short, ({ back }) => back)) + stretchesOf(short);
  const still = short.filter(({ fall }) => fall < 1);
  const [first] = still;
  if (first === undefined || fell >= short.length - refill) return undefined;
  const cited = short.slice(short.indexOf(first)).slice(0, MAX_SHOWN_STEPS);
  const finding = findingOn(first.after, 'remaining-stands', {
    still: still.length,
    sent: short.length,
    refill,
    counted: first.after.operation,
    requests: requestName(first.after.operation),
    effect: effect === undefined ? [] : nested(effect),
    values: valuesOf(cited),
  });
  return citing(finding, cited);
}

const citing = (finding: Finding, steps: readonly CounterStep[]): Finding => ({
  ...finding,
  exchanges: [...new Set(steps.flatMap(({ before, after }) => [before.seq, after.seq]))],
});

/** Steps that a finding shows. */
const MAX_SHOWN_STEPS = 5;

/** Whether Remaining shows each request of one counter, but late: it stands still, then falls by as much more (remaining-lags). */
export function isLate(steps: readonly CounterStep[]): boolean {
  const short = shortOf(steps);
  const lacking = sumOf(short, ({ fall }) => Math.max(0, 1 - fall));
  const excess = sumOf(short, ({ fall }) => Math.max(0, fall - 1));
  const stretches = stretchesOf(short);
  return excess > stretches && lacking <= excess + stretches;
}

/**
 * This many steps with the same draw are not a coincidence. For an unusual kind among usual ones, MIN_STEADY_KIND suffice
 * (filtered-lists-count-double). Another client may draw beside three requests, or beside two of a kind (lines.txt: another client between
 * two requests, three times; another client at both of two creates).
 */
const MIN_STEADY = 4;
const MIN_STEADY_KIND = 3;

/** The steps without requests in between that may have drawn, too. */
const aloneOf = (steps: readonly CounterStep[]): readonly CounterStep[] => steps.filter(({ between }) => between === 0);

/**
 * The finding if all steps of an operation fell by the same number above 1: a wrong limiter (counts-by-two), or another client that sends
 * in turn with the run. `certain`: another operation always draws one, so no request of another client came in between.
 */
export function steadyExcess(steps: readonly CounterStep[]) {
  const steady = byOperation(aloneOf(steps)).filter(
    (alike) => alike.length >= MIN_STEADY && alike.every(({ fall }) => fall === alike[0]?.fall),
  );
  const alike = steady.find(([first]) => first !== undefined && first.fall >= 2) ?? [];
  const [first] = alike;
  if (first === undefined) return undefined;
  const cited = alike.slice(0, MAX_SHOWN_STEPS);
  const { operation } = first.after;
  const values = `${valuesOf(cited)}${alike.length > cited.length ? '; …' : ''}`;
  const shown = { fall: first.fall, counted: operation, requests: requestName(operation), times: alike.length, values };
  const finding = citing(findingOn(first.after, 'remaining-falls-more', shown), cited);
  return { finding, certain: steady.some(([step]) => step?.fall === 1) };
}

/**
 * The finding if requests of one kind draw none, or more than one, and all others exactly one (get-not-counted). Other clients do not
 * choose one kind of ours, and a refill explains no more than can have come back.
 *
 *   Remaining   59  58  58  58  57  57     a create with status 400 draws none
 *   status         201 400 400 201 400
 */
export function unevenDraw(steps: readonly CounterStep[]): Finding | undefined {
  const alone = aloneOf(shortOf(steps));
  const refill = Math.ceil(sumOf(alone, ({ back }) => back)) + 1;
  // If a response states Remaining before its own request, a fall belongs to the previous request (remaining-before-counting).
  for (const exchangeOf of [({ after }: CounterStep) => after, ({ before }: CounterStep) => before])
    for (const kind of new Set(alone.flatMap((step) => kindsOf(exchangeOf(step))))) {
      const ofKind = alone.filter((step) => kindsOf(exchangeOf(step)).includes(kind));
      const others = alone.length - ofKind.length;
      const [first] = ofKind;
      const fall = Math.max(...ofKind.map((step) => step.fall));
      const steady = ofKind.filter((step) => step.fall === fall).length;
      // If few steps show the fall, these may have met another client (lines.txt: another client at three of five creates).
      if (
        first === undefined ||
        steady < Math.max(MIN_STEADY_KIND, (2 * ofKind.length) / 3) ||
        others < MIN_STEADY_KIND
      )
        continue;
      if (fall === 1 || fall < 0 || (fall === 0 && ofKind.length <= refill)) continue;
      const back = alone.map((step) => (ofKind.includes(step) ? fall : 1) - step.fall);
      if (back.some((returned) => returned < 0 || returned > 1) || sumOf(back, Number) > refill) continue;
      const cited = ofKind.slice(0, MAX_SHOWN_STEPS);
      const words = kind.replace(/^\w+/, requestName);
      const shown = { fall, kind, words, own: ofKind.length, others, values: valuesOf(cited) };
      return citing(findingOn(exchangeOf(first), 'uneven-draw', shown), cited);
    }
  return undefined;
}

/** Properties by which a limiter may distinguish requests. Headers that name a client are judged apart (`clientHeadersOf`). */
const kindsOf: (exchange: Answered) => readonly string[] = memoize((exchange) => {
  const { operation, received } = exchange;
  const names = [...queryOf(exchange).keys()].sort();
  return [
    `${operation} requests`,
    `responses with status ${received.status}`,
    `${operation} responses with status ${received.status}`,
    `${operation} requests ${names.length > 0 ? `with ${names.join(' and ')}` : 'without a query'}`,
    ...names.map((name) => `requests with ${name}`),
  ];
});
