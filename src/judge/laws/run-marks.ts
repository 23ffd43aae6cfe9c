import { isAnswered } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { requestOf } from '../../rules/rule.ts';
import { isRefused, markIn, markSent } from '../../store/mark.ts';
import { lastCreateAt } from '../../store/model.ts';
import type { Recorded } from '../judgement.ts';

/** The names and numbers by which a run recognises its animals, even if their creates were refused. */
export interface Marks {
  readonly sent: ReadonlyMap<Exchange, string | undefined>;
  /** How many creates of each mark the service may have stored. */
  readonly stored: ReadonlyMap<string, number>;
  /** The bodies that sent each of the run's numbers, with whether they were refused. */
  readonly numbers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly of: (name: string) => string | undefined;
}

export function marksOf({ exchanges, head: { settings } }: Recorded): Marks {
  const creates = exchanges.filter(({ operation }) => operation === 'createPet');
  const sent = new Map(creates.map((one) => [one, markSent(one, settings.tag)]));
  const stored = new Map<string, number>();
  const numbers = new Map<string, Set<string>>();
  for (const [one, mark] of sent) {
    if (mark !== undefined) stored.set(mark, (stored.get(mark) ?? 0) + (isRefused(one) ? 0 : 1));
    for (const digits of numbersIn(one))
      numbers.set(digits, (numbers.get(digits) ?? new Set()).add(`${one.sent.body} ${isRefused(one)}`));
  }
  // Lists show the same names again and again.
  const known = new Map<string, string | undefined>();
  const of = (name: string): string | undefined => {
    if (!known.has(name)) known.set(name, markIn(name, settings.tag));
    return known.get(name);
  };
  return { sent, stored, numbers, of };
}

/** Numbers of ten digits, the first of them 1, which no other client sends (probes/marker.ts). */
export const numbersIn = ({ sent }: Exchange): readonly string[] =>
  sent.body?.match(/(?<![\d.])1\d{9}(?![\d.eE])/g) ?? [];

/** Why no list shows late effects: none was sent after the settle time, or the service failed to return it. */
export function lateListReason(code: 'no-late-list' | 'no-list-after-refusals', run: Recorded): Reason {
  const last = lastCreateAt(run.exchanges);
  const failed = run.exchanges
    .filter(isAnswered)
    .findLast(
      ({ operation, sent, received }) =>
        operation === 'listPets' && received.status >= 500 && sent.at >= last + run.head.settings.settleMs,
    );
  if (failed === undefined) return because(code);
  const seconds = Math.round((failed.sent.at - last) / 100) / 10;
  return because('late-list-failed', { request: requestOf(failed), seconds, status: failed.received.status });
}
