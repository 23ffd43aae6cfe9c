import { category, type JsonLiteral, literal, markedName, markedNumber, payload } from '../src/probes/marker.ts';
import type { Situation } from '../src/probes/probe.ts';

export type Fields = Readonly<Record<string, JsonLiteral | undefined>>;

/** The fields of a valid payload with the probe's own name and category, and the probe's changes. */
export function valid(id: string, slot: number, { settings, exchanges }: Situation, change: Fields = {}): Fields {
  const name = literal(markedName(settings, id));
  return { name, categoryId: category(settings, exchanges, slot), status: literal('available'), ...change };
}

const broken = (change: Fields) => (situation: Situation, id: string, slot: number) =>
  payload(valid(id, slot, situation, change));

/** Refused payloads: the valid twin with exactly one defect. */
export const BREAKS: Readonly<Record<string, (situation: Situation, id: string, slot: number) => string>> = {
  'missing-name': broken({ name: undefined }),
  // Names of members are case-sensitive, and no other name means the same: these are other members.
  'missing-name-alias': (situation, id, slot) => {
    const name = literal(markedName(situation.settings, id));
    return payload({ ...valid(id, slot, situation, { name: undefined }), NAME: name, petName: name, title: name });
  },
  'missing-category': broken({ categoryId: undefined }),
  'missing-category-alias': (situation, id, slot) => {
    const fields = valid(id, slot, situation);
    const { categoryId } = fields;
    return payload({
      ...fields,
      categoryId: undefined,
      category_id: categoryId,
      CategoryId: categoryId,
      category: categoryId,
    });
  },
  // Some frameworks unwrap a payload, or wrap it.
  'missing-name-root': (situation, id, slot) => {
    const fields = payload(valid(id, slot, situation));
    return payload({ pet: fields, NewPet: fields, data: fields });
  },
  'null-name': broken({ name: 'null' }),
  'number-name': (situation, id, slot) =>
    payload(valid(id, slot, situation, { name: literal(markedNumber(situation.settings, slot)) })),
  'boolean-name': broken({ name: 'true' }),
  'array-name': (situation, id, slot) =>
    payload(valid(id, slot, situation, { name: literal([markedName(situation.settings, id)]) })),
  'null-category': broken({ categoryId: 'null' }),
  'string-category': broken({ categoryId: literal('7') }),
  'fraction-category': broken({ categoryId: '1.5' }),
  'boolean-category': broken({ categoryId: 'true' }),
  'overflow-category': broken({ categoryId: '9223372036854775808' }),
  // More digits than some parsers of numbers read.
  'overflow-category-long': broken({ categoryId: '9'.repeat(5_000) }),
  // Begins with an allowed status, contains it, and must be escaped in an error message.
  'unknown-status': broken({ status: literal('available"2') }),
  // The place of a status in the enumeration, as text.
  'unknown-status-ordinal': broken({ status: literal('1') }),
  'null-status': broken({ status: 'null' }),
  // The first value of an enumeration, and not true in many languages.
  'number-status': broken({ status: '0' }),
  'miscased-status': broken({ status: literal('Available') }),
  // Longer than the default limit of many servers. Without a category, no animal of this length can be stored.
  'missing-category-long': (situation, id, slot) =>
    payload({
      ...valid(id, slot, situation, { categoryId: undefined }),
      storecheckExtra: literal('x'.repeat(150_000)),
    }),
  'array-body': (situation, id, slot) => `[${payload(valid(id, slot, situation))}]`,
  'scalar-body': () => 'null',
  'empty-body': () => '',
  // A decoder that stops after the first value accepts this.
  'malformed-json': (situation, id, slot) => `${payload(valid(id, slot, situation))} trailing`,
};
