import type { HeaderLine } from '../src/exchange/records/exchange-record.ts';
import { usualName } from '../src/explore/values/animal-names.ts';
import { EXTRAS, FORBIDDEN } from '../src/explore/values/payloads.ts';
import { type Fields, markedName, markedNumber, ownFields, payload } from '../src/probes/marker.ts';
import type { Situation } from '../src/probes/probe.ts';

/** A common spelling of the media type, and a body of unknown length: a conforming service reads the same. */
export const CHARSET: HeaderLine = ['Content-Type', 'application/json; charset=utf-8'];
export const CHUNKED: HeaderLine = ['Transfer-Encoding', 'chunked'];

/** After the payload: longer than the first buffer of a gateway. */
export const PADDING = ' '.repeat(9_000);

/** The name of a create, by its probe. */
export type Name = (probe: string, situation: Situation) => string;

export const text: Name = (probe, { settings }) => usualName(markedName(settings, probe));

/**
 * White space around and within, all line ends, and early so many bytes per character that a buffer, or a name cut after 24 bytes for a log,
 * ends within one.
 */
export const spaced: Name = (probe, { settings }) =>
  `  ${'猫'.repeat(90)} ${markedName(settings, probe).toLowerCase()}  two\ttab\r\nand\rlines\n100% %s ﬁ² Ａ end 🐾  `;

/**
 * Longer than the columns of many databases, beginning with a lower-case letter, with a text that slow regular
 * expressions never finish. Its only letters beyond ASCII are those of Latin-1, which some services encode twice.
 */
export const long: Name = (probe, { settings }) =>
  `${'a'.repeat(40)}! ${markedName(settings, probe)} ${'long text '.repeat(24)}Zoë Façade end`;

/** A NUL and other control characters. */
export const controls: Name = (probe, { settings }) => `${markedName(settings, probe)} a\u0000b\u0001c\u007f`;

/** The name of an animal that fills the store, and its category unless it is that of the probe. */
export interface Fill {
  readonly name: (mark: string) => string;
  readonly categoryId?: string;
}

/**
 * Values that none of the creates has, so that a small store shows more than a large one: texts that parsers misread, and integers at the
 * boundaries of narrower types. A name without the mark has the category of its probe, so that two runs at a time create no equal animals. None of them has a plain version: if a service refuses one, the next ones are plain.
 */
export const FILLS: readonly Fill[] = [
  { name: (mark) => `=1+1, "${mark}" O'Neil {"id":1} [2] \\`, categoryId: '2147483648' },
  { name: () => 'null' },
  { name: (mark) => `🐾 ${mark} <script>1</script> &lt;`, categoryId: '-1' },
  { name: () => '2024-01-15T10:00:00.000Z' },
  // Each cut after an even number of bytes is within a character.
  { name: (mark) => `a${'é'.repeat(253 - mark.length)} ${mark}`, categoryId: '4294967296' },
  { name: () => '1e3' },
  { name: (mark) => `%${mark}%_`, categoryId: '-9223372036854775808' },
  { name: () => 'true' },
  { name: (mark) => `${mark} ${'a'.repeat(1_000)}`, categoryId: '32768' },
];

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
  // Without a category, no animal of this length can be stored.
  'missing-category-long': broken(() => ({ categoryId: undefined, ...EXTRAS.long })),
  'array-body': (situation, id, slot) => `[${payload(ownFields(id, slot, situation))}]`,
  'scalar-body': () => 'null',
  'empty-body': () => '',
  // A decoder that stops after the first value accepts this.
  'malformed-json': (situation, id, slot) => `${payload(ownFields(id, slot, situation))} trailing`,
};
