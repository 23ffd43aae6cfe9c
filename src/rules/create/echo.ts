import { type Created, createdAnimals } from '../../store/index.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { shownField } from './fields.ts';

type Field = 'name' | 'categoryId' | 'status';

/** Fields of a 201 equal what was sent. `fields` says which count for which probe. */
export function echoes(fields: Readonly<Record<string, readonly Field[]>>): Rule {
  return (evidence) => {
    const created = createdAnimals(evidence);
    if (created.length === 0) return undecided('none of these payloads was created');
    return outcomeOf(
      created.flatMap((one) => (fields[one.exchange.probe] ?? []).flatMap((field) => difference(one, field) ?? [])),
      created.length,
    );
  };
}

/** What became of one field, or undefined where it came back as sent. */
export function difference({ exchange, sent, answered }: Created, field: Field): Finding | undefined {
  if (sent[field] === answered[field]) return undefined;
  return {
    message: `${describe(exchange)}: ${field} came back changed`,
    expected: shownField(sent[field]),
    actual: shownField(answered[field]),
    exchanges: [exchange.seq],
  };
}
