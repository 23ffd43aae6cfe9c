import { FORBIDDEN } from '../src/explore/values/payloads.ts';
import { type Fields, literal, markedName, markedNumber, ownFields, payload } from '../src/probes/marker.ts';
import type { Situation } from '../src/probes/probe.ts';

type Body = (situation: Situation, id: string, slot: number) => string;

const broken =
  (change: (fields: Fields) => Fields): Body =>
  (situation, id, slot) => {
    const fields = ownFields(id, slot, situation);
    return payload({ ...fields, ...change(fields) });
  };

/** Names of members are case-sensitive, and no other name means the same: a field under others is missing. */
const MISSING: Readonly<Record<string, Body>> = {
  'missing-name': broken(() => ({ name: undefined })),
  'missing-name-alias': broken(({ name }) => ({ name: undefined, NAME: name, petName: name, title: name })),
  'missing-category': broken(() => ({ categoryId: undefined })),
  'missing-category-alias': broken(({ categoryId: id }) => ({
    categoryId: undefined,
    ...{ category_id: id, CategoryId: id, category: id },
  })),
  // Some frameworks unwrap a payload, or wrap it.
  'missing-name-root': (situation, id, slot) => {
    const fields = payload(ownFields(id, slot, situation));
    return payload({ pet: fields, NewPet: fields, data: fields });
  },
};

/** The first forbidden value of each reason. */
const WRONG: Readonly<Record<string, Body>> = Object.fromEntries(
  Object.entries(FORBIDDEN).flatMap(([field, reasons]) =>
    Object.entries(reasons).map(([why, [value = 'null']]): [string, Body] => {
      const body: Body = (situation, id, slot) => {
        const own = { name: markedName(situation.settings, id), number: markedNumber(situation.settings, slot) };
        const wrong = typeof value === 'string' ? value : value(own);
        return payload(ownFields(id, slot, situation, { [field]: wrong }));
      };
      return [why, body];
    }),
  ),
);

/** Payloads that must be refused: the valid one with exactly one defect, by the reason. */
export const BREAKS: Readonly<Record<string, Body>> = {
  ...MISSING,
  ...WRONG,
  // Longer than the default limit of many servers. Without a category, no animal of this length can be stored.
  'missing-category-long': broken(() => ({
    categoryId: undefined,
    storecheckExtra: literal('x'.repeat(150_000)),
  })),
  'array-body': (situation, id, slot) => `[${payload(ownFields(id, slot, situation))}]`,
  'scalar-body': () => 'null',
  'empty-body': () => '',
  // A decoder that stops after the first value accepts this.
  'malformed-json': (situation, id, slot) => `${payload(ownFields(id, slot, situation))} trailing`,
};
