import { type Answered, isIntermediary } from '../exchange/index.ts';
import type { Finding } from './outcome.ts';
import { outcomeOf } from './outcome.ts';
import type { Look, Rule } from './rule.ts';

/** Applies one look to every exchange that `select` takes; each of them is a subject. */
export function each(select: (exchange: Answered) => boolean, look: Look): Rule {
  return (evidence, trace) => {
    const findings: Finding[] = [];
    let subjects = 0;
    for (const exchange of evidence) {
      if (!select(exchange)) continue;
      subjects += 1;
      const shown = look(exchange, trace);
      if (shown !== undefined) findings.push({ ...shown, exchanges: [exchange.seq] });
    }
    return outcomeOf(findings, subjects);
  };
}

/**
 * An answer of the service itself to an operation that the document lists. An unlisted path may be answered by a gateway,
 * and a non-JSON 502, 503 or 504 comes from an intermediary: the document says nothing of either.
 */
export function isOfService(exchange: Answered): boolean {
  return exchange.operation !== 'other' && !isIntermediary(exchange.received);
}
