import type { Exchange } from '../../exchange/index.ts';
import type { Named } from './named.ts';

/** Characters of a body that are shown: more where a finding names its exchange. */
const NAMED = 16_000;
const OTHER = 10_000;
/** Of every body once the report as a whole holds this much: it has to open at once. */
const TIGHT = 400;
const WHOLE = 700_000;

/** How many characters of each exchange's bodies are shown, by number; findings are served first. */
export function bodyBudget(shown: readonly Exchange[], named: Named): ReadonlyMap<number, number> {
  const budget = new Map<number, number>();
  let left = WHOLE;
  const first = [...shown.filter(({ seq }) => named.has(seq)), ...shown.filter(({ seq }) => !named.has(seq))];
  for (const { seq, sent, received } of first) {
    const longest = Math.max(sent.body?.length ?? 0, 'status' in received ? (received.body?.length ?? 0) : 0);
    const wanted = Math.min(longest, named.has(seq) ? NAMED : OTHER);
    const given = wanted <= left ? wanted : Math.min(wanted, TIGHT);
    budget.set(seq, given);
    left -= given;
  }
  return budget;
}
