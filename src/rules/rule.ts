import type { Answered, Exchange, Trace } from '../exchange/index.ts';
import type { Finding, Outcome } from './outcome.ts';

/** A pure predicate over recorded exchanges. `evidence` holds the answered exchanges of the check's probes; `trace` the whole run. */
export type Rule = (evidence: readonly Answered[], trace: Trace) => Outcome;

/** What one exchange shows against the document, or undefined where it shows nothing. */
export type Look = (exchange: Answered, trace: Trace) => Omit<Finding, 'exchanges'> | undefined;

/** A finding that one exchange shows. */
export function finding(exchange: Exchange, message: string, expected: string, actual: string): Finding {
  return { message, expected, actual, exchanges: [exchange.seq] };
}

/** How a finding names a request: method and path, and its answer's status where there is one. */
export function describe({ sent, received }: Exchange): string {
  const answer = 'status' in received ? ` answered ${received.status}` : '';
  return `${sent.method} ${sent.path}${answer}`;
}

/** The beginning of a text from the server, on one line, for a message. */
export function excerpt(text: string, length = 160): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
