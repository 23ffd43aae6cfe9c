import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { isAnswered } from '../../exchange/exchange.ts';
import { memoize } from '../../exchange/memoize.ts';
import type { Trace } from '../../exchange/trace.ts';
import { requestName } from '../../spec/operations.ts';
import { nested } from '../../text/template.ts';
import { because, type Conclusion, type Finding, fail, inconclusive, pass, type Reason } from '../conclusion.ts';
import { findingOn, type Rule, requestText } from '../rule.ts';
import { allSteps, type CounterStep, stepsOf, styleOf, sumOf } from './counter.ts';
import { byOperation, isLate, lacksDraws, steadyExcess, tooFew, unevenDraw } from './draws.ts';
import { limitOf, remainingOf, showsCounter, windowOf } from './rate-reading.ts';
import { countedSeparately } from './separate-counter.ts';
import { drawOf, fallOver, type Volley, volleyOf } from './volley.ts';

/**
 * Within one window, Remaining falls by one per request sent with the key. Judged within each operation here;
 * across operations by `countsEveryOperation`, so that a counter per operation is one finding and not two.
 */
export const countsDown: Rule = (_responses, trace) => {
  const apart = countedSeparately(trace);
  const [first] = apart;
  const subjects = stepsOf(trace).length;
  if (apart.length > 1 || first?.code === 'counter-per-spelling') return fail(apart.slice(0, 3), subjects);
  const conclusion = countsDownInTurn(trace);
  // One request may have met a node that was about to restart; two have not.
  return conclusion.verdict === 'fail' || first === undefined
    ? conclusion
    : fail([first], subjects, because('temporary-cause'));
};

/** Judges first violations that nothing but the service explains, then those that another client or a refill may explain. */
function countsDownInTurn(trace: Trace): Conclusion {
  const mixed = stepsIn(trace);
  const steps = mixed.filter(isSameOperation);
  const few = byOperation(steps).flatMap((alike) => tooFew(alike) ?? []);
  const rises = steps.filter(lacksDraws);
  if (few.length > 0 || rises.length >= 2) return fellTooLittle([...few, ...risesIn(rises)], steps, trace);
  const excess = steadyExcess(steps);
  if (excess?.certain === true) return fail([excess.finding], steps.length);
  const uneven = unevenDraw(mixed);
  if (uneven !== undefined) return fail([uneven], mixed.length);
  if (excess !== undefined) {
    const reason = because('alternating-client', { violation: nested(excess.finding) });
    return decidedByVolley(trace, reason, (volley) =>
      drawOf(volley) === 'more' ? fail([excess.finding], steps.length) : undefined,
    );
  }
  const odd = irregular([...steps.filter(({ fall, between }) => fall > 1 + between), ...rises], steps.length);
  if (odd !== undefined) return odd;
  if (steps.some(({ fall }) => fall >= 1)) return lostTogether(trace) ?? pass(steps.length);
  // A bucket that refills faster than requests arrive stays full, and so does a constant number.
  const reason = because(steps.length === 0 ? 'no-remaining-pair' : 'remaining-never-fell');
  return decidedByVolley(trace, reason, (volley) => {
    const { responses, before } = volley;
    if (drawOf(volley) === 'none') return fail([standsTogether(volley)], responses.length);
    const alike = { ...volley, responses: responses.filter(({ operation }) => operation === before.operation) };
    return [alike, volley].some((requests) => drawOf(requests) === 'one') ? pass(responses.length) : undefined;
  });
}

const isSameOperation = ({ before, after }: CounterStep): boolean => before.operation === after.operation;

/** All operations share one counter: no rise when the operation changes, and each operation counts. */
export const countsEveryOperation: Rule = (_responses, trace) => {
  const steps = stepsIn(trace);
  const across = steps.filter((step) => !isSameOperation(step));
  const operations = byOperation(steps);
  // Operations share a counter if Remaining falls by more than the requests of one of them.
  if (across.length === 0)
    return decidedByVolley(trace, because('no-remaining-across-operations'), (volley) => {
      const { responses, before } = volley;
      const alike = responses.filter(({ operation }) => operation === before.operation).length;
      const isShown = fallOver(volley).least > alike && drawOf(volley) === 'one';
      return isShown ? pass(responses.length) : undefined;
    });
  const slow = operations.filter((alike) => tooFew(alike) !== undefined);
  const usual = operations.filter((alike) => !slow.includes(alike));
  const others = usual.map(([step]) => requestName(step?.after.operation ?? ''));
  const effect = because('counted-apart-from', { others: others.join(' and ') });
  // The steps of `countsDown`, if they show it: one violation has the same numbers in both requirements.
  const few = slow.flatMap((alike) => tooFew(alike.filter(isSameOperation), effect) ?? tooFew(alike, effect) ?? []);
  const rises = across.filter(lacksDraws);
  // No operation draws on a number that never falls (remaining-constant).
  const isDrawn = steps.some(({ fall }) => fall >= 1);
  if (rises.length >= 2) return fellTooLittle(risesIn(rises), steps, trace);
  if (few.length > 0 && isDrawn && !isLate(steps)) return fellTooLittle(few, steps, trace);
  // A fall beyond what other clients draw may be that of another counter (counter-per-operation).
  const jumps = across.filter((step) => lacksDraws(step) || step.fall > OTHERS_ALLOWED + step.between);
  return irregular(jumps, across.length) ?? pass(across.length);
};

/**
 * The steps, without the rises if each may be a portion of the quota that returned. A portion is at most what the plan grants since the
 * rise before it, or in half a window for the first one (window-token-bucket-in-portions).
 *
 *   300 per minute, 30 every 6 s:   191 ──► 220 (+30) … 6 s … 73 ──► 102 (+30)
 *   a second counter:               191 ──► 220 (+30) … 0.1 s … 189 ──► 218 (+30)      too soon
 */
const stepsIn: (trace: Trace) => readonly CounterStep[] = memoize((trace) => {
  const steps = stepsOf(trace);
  const rises = steps.filter(lacksDraws);
  const isGranted = ({ after, fall }: CounterStep, index: number): boolean => {
    const last = rises[index - 1]?.before;
    const limit = limitOf(after, trace);
    const share = last === undefined ? 1 / 2 : (after.received.at - last.sent.at) / 1000 / windowOf(limit, trace);
    return 1 - fall <= Math.ceil(share * limit);
  };
  return rises.every(isGranted) ? steps.filter((step) => !rises.includes(step)) : steps;
});

const risesIn = (rises: readonly CounterStep[]): Finding[] =>
  rises.slice(0, 3).map(({ before, after, fall }) => {
    const shown = {
      rise: -fall,
      before: requestText(before),
      wanted: remainingOf(before) - 1,
      previous: remainingOf(before),
      remaining: remainingOf(after),
      seconds: Math.round(after.received.at - before.sent.at) / 1000,
    };
    return findingOn(after, 'remaining-rose', shown, before);
  });

function irregular([odd]: readonly CounterStep[], subjects: number): Conclusion | undefined {
  if (odd === undefined) return undefined;
  const between = { before: odd.before.seq, after: odd.after.seq };
  const reason =
    odd.fall > 0
      ? because('remaining-fell-irregularly', { ...between, fall: odd.fall })
      : because('remaining-rose-irregularly', { ...between, rise: -odd.fall });
  return inconclusive(reason, subjects);
}

/**
 * Lets simultaneous requests decide what sequential ones leave open. A refill has no time between them, and another client that waits for
 * each response cannot keep up. A confirmation attempt sends them, if the key has shown a Remaining.
 */
function decidedByVolley(trace: Trace, reason: Reason, decide: (volley: Volley) => Conclusion | undefined): Conclusion {
  const volley = volleyOf(trace);
  if (volley !== undefined) return decide(volley) ?? inconclusive(reason, volley.responses.length);
  const isCounted = trace.exchanges.filter(isAnswered).some(showsCounter);
  return inconclusive(reason, 0, isCounted ? { witness: ['volley'] } : undefined);
}

function standsTogether(volley: Volley): Finding {
  const { before, responses, back } = volley;
  const requests = [...new Set(responses.map(({ operation }) => requestName(operation)))].join(' and ');
  const { fall } = fallOver(volley);
  const shown = { fall, sent: responses.length, refill: back, counted: before.operation, requests };
  const exchanges = [before, ...responses].map(({ seq }) => seq);
  return { ...findingOn(before, 'remaining-stands-together', shown), exchanges };
}

/**
 * The conclusion if simultaneous requests draw less than one each: a limiter that reads the counter, and writes it later, loses some of
 * them (simultaneous-requests-count-once).
 *
 *   Remaining 280, then 6 at once, then one more: 273     each draws one
 *   Remaining 280, then 6 at once, then one more: 278     5 are lost
 *
 * A portion of the quota may have come back just then, so a volley has to show it, too.
 */
function lostTogether(trace: Trace): Conclusion | undefined {
  const short = allSteps(trace).find((step) => step.sent > 1 && lacksDraws(step));
  if (short === undefined) return undefined;
  const { before, after, sent, fall } = short;
  const reason = because('remaining-fell-less-together', { before: before.seq, after: after.seq, sent, fall });
  return decidedByVolley(trace, reason, (volley) => {
    const count = volley.responses.length;
    return drawOf(volley) === 'none' ? fail([standsTogether(volley)], count) : pass(count);
  });
}

/**
 * The conclusion if Remaining fell by less than the requests. A sliding window may explain it on a used key: it returns quota a window
 * after its use (rate.txt: it rises once, by more than half of the limit). A Reset that is constant within a window excludes it.
 */
function fellTooLittle(findings: readonly Finding[], steps: readonly CounterStep[], trace: Trace): Conclusion {
  const first = trace.exchanges.filter(isAnswered).find(showsCounter);
  const usedBefore = first === undefined ? 0 : limitOf(first, trace) - remainingOf(first) - 1;
  const lack = sumOf(steps, ({ fall }) => 1 - fall) - Math.ceil(sumOf(steps, ({ back }) => back));
  const mayReturn = usedBefore > 0 && lack <= usedBefore && styleOf(trace) !== 'constant within a window';
  return mayReturn ? inconclusive(because('sliding-window-expiry'), steps.length) : fail(findings, steps.length);
}
