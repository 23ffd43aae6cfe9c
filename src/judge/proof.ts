import { APART_MS, type Confirmation, isConfirmation, type Witness } from '../exchange/confirmation.ts';
import { isRateLimited, isSuccess } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { isSelected } from '../spec/pattern.ts';
import { identityOf, meaningOf } from './expect/request.ts';
import { isConclusive, isViolation, type Judgement, type Judgements, MIN_VANISHED } from './judgement.ts';

const isAcceptedCreate = (exchange: Exchange): boolean => exchange.sent.method !== 'GET' && isSuccess(exchange);

/**
 * Whether violations count. One suffices if it is certain, or if an accepted create shows it: a repeated create would store another animal.
 * Others must be seen at two moments, or begin twice, with conforming responses in between (available-refused).
 * @param conclusive all judgements of the requirement that prove something
 */
export function isProven(violated: readonly Judgement[], conclusive: readonly Judgement[]): boolean {
  const shown = violated.map(({ on }) => on);
  if (violated.some(({ certain }) => certain === true) || shown.some(isAcceptedCreate)) return true;
  const times = shown.map(({ sent }) => sent.at);
  if (Math.max(...times) - Math.min(...times) >= APART_MS) return true;
  const bad = new Set(shown.map(({ seq }) => seq));
  const seqs = [...new Set(conclusive.map(({ on }) => on.seq))].sort((a, b) => a - b);
  return seqs.filter((seq, index) => bad.has(seq) && !bad.has(seqs[index - 1] ?? 0)).length > 1;
}

/** If this many requests that came too early conformed later, the other early ones count as resolved (visible-after-a-while). */
const ENOUGH_RESOLVED = 3;

/** The judgements whose doubt no later response resolves: with one of them, the requirement cannot pass. */
export function unresolvedIn(judgements: readonly Judgement[], conclusive: readonly Judgement[]): Judgement[] {
  const unresolved = judgements.filter((judgement) => isUnresolved(judgement, conclusive));
  const resolvedEarly = judgements.filter(isEarly).filter((judgement) => !unresolved.includes(judgement));
  const isEnough = new Set(resolvedEarly.map(({ on }) => meaningOf(on))).size >= ENOUGH_RESOLVED;
  return isEnough ? unresolved.filter((judgement) => !isEarly(judgement)) : unresolved;
}

const isEarly = ({ doubt }: Judgement): boolean =>
  doubt?.reason.code === 'existence-too-early' || doubt?.reason.code === 'page-too-early';

/** Whether a doubt is open, and too few later responses to requests of the same meaning conform to resolve it. */
function isUnresolved({ doubt, on }: Judgement, conclusive: readonly Judgement[]): boolean {
  if (doubt?.kind !== 'open') return false;
  const later = new Set(conclusive.filter((judgement) => !isViolation(judgement)).map((judgement) => judgement.on));
  const resolving = [...later].filter((exchange) => exchange.seq > on.seq && meaningOf(exchange) === meaningOf(on));
  return resolving.length < (doubt.resolvedBy ?? 1);
}

/** Limits the cost: requests that a round repeats for each requirement. One would miss a violation (third-list-leaks-status). */
const MAX_PER_REQUIREMENT = 3;
/** Limits the cost: requests that a round repeats for all requirements. Eight would miss a violation (error-nested). */
const MAX_PER_ROUND = 24;
/** Limits the cost: witnesses that a round requests. One would miss a violation (limit-hundred-gives-fifty). */
const MAX_WITNESSES = 8;

/** The last exchange of each request. */
const eachOnce = (sent: readonly Exchange[]): Exchange[] => [
  ...new Map(sent.map((on) => [identityOf(on), on])).values(),
];

/** What a confirmation attempt sends: requests with an unproven violation or an open doubt, and witnesses. */
export function confirmationFor(trace: Trace, judgements: Judgements): Confirmation {
  const confirmedPaths = new Set(trace.exchanges.filter(isConfirmation).map(({ sent }) => sent.path));
  const isNew = (witness: Witness) => witness.startsWith('/') && !confirmedPaths.has(witness);
  const violated: Exchange[] = [];
  const undecided: Exchange[] = [];
  const chosen: Judgement[] = [];
  for (const [id, ofRequirement] of judgements) {
    if (!isSelected(id, trace.head.settings)) continue;
    const conclusive = ofRequirement.filter(isConclusive);
    const bad = conclusive.filter(isViolation);
    const unproven = bad.length === 0 ? unresolvedIn(ofRequirement, conclusive) : isProven(bad, conclusive) ? [] : bad;
    const again = eachOnce(unproven.map(({ on }) => on))
      .filter((exchange) => !isRateLimited(exchange) && (bad.length > 0 || exchange.sent.method === 'GET'))
      .slice(-MAX_PER_REQUIREMENT);
    (unproven.some(isViolation) ? violated : undecided).push(...again);
    chosen.push(
      ...unproven.filter(({ on, witness }) => again.includes(on) || witness?.includes('volley') === true),
      // The other operation, list or get, distinguishes an omission from a removal; this many show a loss.
      ...ofRequirement
        .filter(({ doubt, finding }) => doubt?.kind === 'explained' || finding === undefined)
        .filter(({ witness }) => witness?.some(isNew) === true)
        .slice(-MIN_VANISHED),
    );
  }
  const witnesses = new Set(chosen.flatMap(({ witness = [] }) => witness));
  return {
    violated: eachOnce(violated).slice(0, MAX_PER_ROUND),
    undecided: eachOnce(undecided).slice(0, MAX_PER_ROUND),
    witnesses: [...witnesses].slice(-MAX_WITNESSES),
    due: Math.max(0, ...chosen.map(({ due = 0 }) => due)),
  };
}
