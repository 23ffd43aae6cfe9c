import type { Check } from '../../../suites/check.ts';
import { type Answered, type Exchange, isAnswered, type Trace } from '../../exchange/index.ts';
import { isLeak } from '../../rules/auth/leak.ts';
import { because, type Finding, type Outcome, type Reason } from '../../rules/outcome.ts';

/**
 * Another possible cause of a violation. A create that the service accepted has none, and neither have animals without
 * a valid key (for the authentication), nor a violation that recurred within the run, with conforming responses in between.
 */
export function otherCauseOf(
  { requirement, from, series }: Check,
  outcome: Outcome,
  evidence: readonly Answered[],
  { exchanges }: Trace,
): Reason | undefined {
  if (outcome.kind !== 'broken' || outcome.recurs === true) return undefined;
  if (series === true) return outcome.otherCause;
  const shown = violations(outcome.findings, exchanges);
  if (shown.some((exchange) => isAccepted(exchange) || isLeak(exchange, requirement))) return undefined;
  if (from === 'all' && episodes(shown, evidence) > 1) return undefined;
  return because('temporary-cause');
}

/** The exchanges that show a violation: the last one of each finding. */
export function violations(findings: readonly Finding[], exchanges: readonly Exchange[]): Exchange[] {
  const last = new Set(findings.map(({ exchanges: cited }) => cited.at(-1)));
  return exchanges.filter(({ seq }) => last.has(seq));
}

/** An accepted create cannot be repeated without a further animal, which cannot be deleted. */
export const isAccepted = (exchange: Exchange): boolean =>
  exchange.sent.method === 'POST' && isAnswered(exchange) && exchange.received.status < 300;

/** How many times a violation began. */
function episodes(shown: readonly Exchange[], evidence: readonly Answered[]): number {
  const seqs = new Set(shown.map(({ seq }) => seq));
  const marks = evidence.map(({ seq }) => seqs.has(seq));
  return marks.filter((isShown, index) => isShown && marks[index - 1] !== true).length;
}
