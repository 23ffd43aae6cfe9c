import { isLimited } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { APART_MS, type Confirmation, isConfirmation, type Trace, type Witness } from '../exchange/trace.ts';
import { isSelected } from '../spec/pattern.ts';
import { meaningOf, textOf } from './expect/request.ts';
import { isJudged, isViolation, type Judgement, type Judgements, VANISHED } from './judgement.ts';

const isStored = ({ sent, received }: Exchange): boolean =>
  sent.method !== 'GET' && 'status' in received && received.status < 300;

/**
 * Whether violations count: one is certain, an accepted create shows it (a repeated one would store another animal), they were seen at two
 * moments, or they began twice, with conforming answers in between.
 * @param judged all judgements of the requirement that prove something
 */
export function isProven(violated: readonly Judgement[], judged: readonly Judgement[]): boolean {
  const shown = violated.map(({ on }) => on);
  if (violated.some(({ certain }) => certain === true) || shown.some(isStored)) return true;
  const times = shown.map(({ sent }) => sent.at);
  if (Math.max(...times) - Math.min(...times) >= APART_MS) return true;
  const bad = new Set(shown.map(({ seq }) => seq));
  const seqs = [...new Set(judged.map(({ on }) => on.seq))].sort((one, other) => one - other);
  return seqs.filter((seq, index) => bad.has(seq) && !bad.has(seqs[index - 1] ?? 0)).length > 1;
}

/** This many requests that came too early, and conformed later, speak for all others (visible-after-a-while). */
const SETTLED = 3;

/** The doubts that no later answer settles: the requirement cannot pass. */
export function unsettledIn(all: readonly Judgement[], judged: readonly Judgement[]): Judgement[] {
  const unsettled = all.filter((judgement) => isUnsettled(judgement, judged));
  const settled = all.filter((judgement) => isEarly(judgement) && !unsettled.includes(judgement)).map(({ on }) => on);
  const isSettled = new Set(settled.map(meaningOf)).size >= SETTLED;
  return isSettled ? unsettled.filter((judgement) => !isEarly(judgement)) : unsettled;
}

const isEarly = ({ doubt }: Judgement): boolean =>
  doubt?.reason.code === 'existence-too-early' || doubt?.reason.code === 'page-too-early';

/** No later answer to a request of the same meaning settles it. */
function isUnsettled({ doubt, on }: Judgement, judged: readonly Judgement[]): boolean {
  if (doubt?.kind !== 'open') return false;
  const later = new Set(judged.filter((judgement) => !isViolation(judgement)).map((judgement) => judgement.on));
  const settling = [...later].filter((exchange) => exchange.seq > on.seq && meaningOf(exchange) === meaningOf(on));
  return settling.length < (doubt.settledBy ?? 1);
}

/** Requests that a round repeats for each requirement. */
const PER_REQUIREMENT = 3;
/** Requests that a round repeats for all requirements. */
const PER_ROUND = 24;
const WITNESSES = 8;

/** Of exchanges with the same request, the last one. */
const eachOnce = (all: readonly Exchange[]): Exchange[] => [...new Map(all.map((on) => [textOf(on), on])).values()];

/** @param judgements those of the trace */
export function confirmationFor(trace: Trace, judgements: Judgements): Confirmation {
  const asked = new Set(trace.exchanges.filter(isConfirmation).map(({ sent }) => sent.path));
  const isNew = (witness: Witness) => witness.startsWith('/') && !asked.has(witness);
  const violated: Exchange[] = [];
  const early: Exchange[] = [];
  const chosen: Judgement[] = [];
  for (const [id, all] of judgements) {
    if (!isSelected(id, trace.head.settings)) continue;
    const judged = all.filter(isJudged);
    const bad = judged.filter(isViolation);
    const unproven = bad.length === 0 ? unsettledIn(all, judged) : isProven(bad, judged) ? [] : bad;
    const again = eachOnce(unproven.map(({ on }) => on))
      .filter((exchange) => !isLimited(exchange) && (bad.length > 0 || exchange.sent.method === 'GET'))
      .slice(-PER_REQUIREMENT);
    const isShown = (exchange: Exchange) => unproven.some((other) => isViolation(other) && other.on === exchange);
    for (const exchange of again) (isShown(exchange) ? violated : early).push(exchange);
    chosen.push(
      ...unproven.filter(({ on, witness }) => again.includes(on) || witness?.includes('volley') === true),
      // The other way of reading tells an omission from a removal.
      ...all
        .filter((one) => (one.doubt?.kind === 'explained' || !isViolation(one)) && one.witness?.some(isNew) === true)
        .slice(-VANISHED),
    );
  }
  const witnesses = new Set(chosen.flatMap(({ witness = [] }) => witness));
  return {
    violated: eachOnce(violated).slice(0, PER_ROUND),
    early: eachOnce(early).slice(0, PER_ROUND),
    witnesses: [...witnesses].slice(-WITNESSES),
    due: Math.max(0, ...chosen.map(({ due = 0 }) => due)),
  };
}
