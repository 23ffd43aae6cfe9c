import { type Created, createdAnimals } from '../../store/index.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { shownField } from './fields.ts';

type Field = 'name' | 'categoryId' | 'status';

/**
 * The given fields of a 201 equal what was sent, for the animals that the check's probes created.
 * A status that was not sent is left to create.status-optional.
 */
export function echoes(fields: readonly Field[]): Rule {
  return (evidence) => {
    const created = createdAnimals(evidence);
    if (created.length === 0) return undecided('none of these payloads was created');
    return outcomeOf(
      created.flatMap((one) => fields.flatMap((field) => difference(one, field) ?? [])),
      created.length,
    );
  };
}

function difference({ exchange, sent, answered }: Created, field: Field): Finding | undefined {
  if (sent[field] === answered[field] || (field === 'status' && sent.status === undefined)) return undefined;
  return {
    message: `${describe(exchange)}: ${field} came back changed`,
    expected: shownField(sent[field]),
    actual: shownField(answered[field]),
    exchanges: [exchange.seq],
  };
}
