import { isLimited } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { APART_MS, type Confirmation, isConfirmation, type Trace, type Witness } from '../exchange/trace.ts';
import { isSelected } from '../spec/pattern.ts';
import { meaningOf, textOf } from './expect/request.ts';
import { type Judgement, type Judgements, VANISHED, type Violation } from './judgement.ts';

const isStored = ({ sent, received }: Exchange): boolean =>
  sent.method !== 'GET' && 'status' in received && received.status < 300;

export const isJudged = ({ doubt }: Judgement): boolean => doubt === undefined;
export const isViolation = (one: Judgement): one is Violation => one.finding !== undefined;

/**
 * Whether violations count: one is certain, an accepted create shows it (which cannot be repeated without another animal), they were seen at
 * two moments, or they began twice, with conforming answers in between.
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
export function openIn(all: readonly Judgement[], judged: readonly Judgement[]): Judgement[] {
  const open = all.filter((one) => isOpen(one, judged));
  const settled = all.filter((one) => isEarly(one) && !open.includes(one)).map(({ on }) => on);
  return new Set(settled.map(meaningOf)).size >= SETTLED ? open.filter((one) => !isEarly(one)) : open;
}

const isEarly = ({ doubt }: Judgement): boolean =>
  doubt?.reason.code === 'existence-too-early' || doubt?.reason.code === 'page-too-early';

/** No later answer to a request of the same meaning settles it. */
function isOpen({ doubt, on }: Judgement, judged: readonly Judgement[]): boolean {
  if (doubt?.kind !== 'open') return false;
  const later = new Set(judged.filter((one) => !isViolation(one)).map((one) => one.on));
  const settling = [...later].filter((one) => one.seq > on.seq && meaningOf(one) === meaningOf(on));
  return settling.length < (doubt.settledBy ?? 1);
}

/** Distinct requests for each open requirement and round. */
const PER_REQUIREMENT = 3;
/** Of all, in one round. */
const MOST = 24;
/** Of animals whose existence is open. */
const WITNESSES = 8;

const distinct = (all: readonly Exchange[]): Exchange[] => [...new Map(all.map((one) => [textOf(one), one])).values()];

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
    const open = bad.length === 0 ? openIn(all, judged) : isProven(bad, judged) ? [] : bad;
    const again = distinct(open.map(({ on }) => on))
      .filter((one) => !isLimited(one) && (bad.length > 0 || one.sent.method === 'GET'))
      .slice(-PER_REQUIREMENT);
    const isShown = (one: Exchange) => open.some((other) => isViolation(other) && other.on === one);
    for (const one of again) (isShown(one) ? violated : early).push(one);
    chosen.push(
      ...open.filter((one) => again.some((other) => other === one.on) || one.witness?.includes('volley') === true),
      // The other way of reading tells an omission from a removal.
      ...all
        .filter((one) => (one.doubt?.kind === 'explained' || !isViolation(one)) && one.witness?.some(isNew) === true)
        .slice(-VANISHED),
    );
  }
  const witnesses = new Set(chosen.flatMap(({ witness = [] }) => witness));
  return {
    violated: distinct(violated).slice(0, MOST),
    early: distinct(early).slice(0, MOST),
    witnesses: [...witnesses].slice(-WITNESSES),
    due: Math.max(0, ...chosen.map(({ due = 0 }) => due)),
  };
}
