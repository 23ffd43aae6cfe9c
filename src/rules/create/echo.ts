import { type AnimalField, type Created, createdAnimals } from '../../store/index.ts';
import { because, type Finding, outcomeOf, undecided } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { changeOf, shownFields } from './fields.ts';

/** Fields of a 201 equal the sent ones. `fields` returns the fields that count for a probe. */
export function echoes(fields: Readonly<Record<string, readonly AnimalField[]>>): Rule {
  return (evidence) => {
    const created = createdAnimals(evidence);
    if (created.length === 0) return undecided(because('no-listed-payload-created'));
    return outcomeOf(
      created.flatMap((one) => (fields[one.exchange.probe] ?? []).flatMap((field) => difference(one, field) ?? [])),
      created.length,
    );
  };
}

/** How the response to a create changed one field, or undefined if it equals the sent one. */
export function difference({ exchange, sent, answered }: Created, field: AnimalField): Finding | undefined {
  const [before, after] = [sent[field], answered[field]];
  if (before === after) return undefined;
  const [shown, returned] = shownFields(field, sent, answered);
  return violation(exchange, 'field-changed', { field, change: changeOf(before, after), sent: shown, returned });
}
