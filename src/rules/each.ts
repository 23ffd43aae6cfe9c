import type { Answered } from '../exchange/index.ts';
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

/** A response to an operation that the specification lists. A gateway may answer an unlisted path; the judge leaves out what an intermediary answered. */
export function isOfService(exchange: Answered): boolean {
  return exchange.operation !== 'other';
}
