import { type Answered, type Exchange, isAnswered, type Trace } from '../../exchange/index.ts';
import { because, type Finding, type Outcome, type Reason } from '../../rules/outcome.ts';
import type { Check } from './check.ts';

/**
 * What else would explain a violation. Nothing explains a create that the service itself accepted, nor a violation that recurred within
 * the run, with responses in between that show none.
 */
export function otherCauseOf(
  { from, series }: Check,
  outcome: Outcome,
  evidence: readonly Answered[],
  { exchanges }: Trace,
): Reason | undefined {
  if (outcome.kind !== 'broken' || outcome.recurs === true) return undefined;
  if (series === true) return outcome.otherCause;
  const shown = violations(outcome.findings, exchanges);
  if (shown.some(isAccepted)) return undefined;
  if (from === 'all' && episodes(shown, evidence) > 1) return undefined;
  return because('temporary-cause');
}

/** The exchange that shows a violation: the last of those that a finding names. */
export function violations(findings: readonly Finding[], exchanges: readonly Exchange[]): Exchange[] {
  const last = new Set(findings.map(({ exchanges: cited }) => cited.at(-1)));
  return exchanges.filter(({ seq }) => last.has(seq));
}

/** A create that was accepted cannot be sent again without another animal that stays. */
export const isAccepted = (exchange: Exchange): boolean =>
  exchange.sent.method === 'POST' && isAnswered(exchange) && exchange.received.status < 300;

/** How many times a violation began. */
function episodes(shown: readonly Exchange[], evidence: readonly Answered[]): number {
  const seqs = new Set(shown.map(({ seq }) => seq));
  const marks = evidence.map(({ seq }) => seqs.has(seq));
  return marks.filter((isShown, index) => isShown && marks[index - 1] !== true).length;
}
