import type { HeaderLine } from '../src/exchange/records/exchange-record.ts';
import { usualName } from '../src/explore/values/animal-names.ts';
import { EXTRAS, FORBIDDEN, STRING_FORMS } from '../src/explore/values/payloads.ts';
import {
  BASE_PROBE,
  creating,
  KNOWN_CATEGORY_PROBE,
  literal,
  type ProbeContext,
  payload,
} from '../src/probes/make-probe.ts';
import { lacking, type Probe, together, UNNEEDED, wasNotAccepted } from '../src/probes/probe.ts';
import { BROWSER, create, withHeaders } from '../src/probes/probe-request.ts';
import { createdAnimals, listViews } from '../src/store/views.ts';

/** Integers that a double cannot hold; the second is the greatest int64. */
const BEYOND_DOUBLE = '9007199254740993';
const GREATEST_INT64 = '9223372036854775807';

/** The first payload again, which must create another animal. */
const repeated = ({ exchanges, fields }: ProbeContext): string => {
  const first = createdAnimals(exchanges).find(({ exchange }) => exchange.probe === BASE_PROBE);
  return first?.exchange.sent.body ?? payload(fields());
};

/** The id of the first created animal, which no other may get. */
const otherId = ({ number, exchanges }: Pick<ProbeContext, 'number' | 'exchanges'>): string =>
  createdAnimals(exchanges)[0]?.returned.id ?? literal(number);

const post = (...[id, title, build, more]: Parameters<typeof creating>): Probe =>
  creating(id, title, build, { uses: [BASE_PROBE], ...more });

/** Creates the valid animal with these changes. */
const animal = (id: string, title: string, change: (context: ProbeContext) => Parameters<typeof payload>[0]): Probe =>
  post(id, title, (context) => create(payload(context.fields(change(context)))));

/** Sends the probe only if another one was refused. */
const ifRefused = (probeId: string, { build, ...probe }: Probe): Probe => ({
  ...probe,
  stores: false,
  onlyIf: `${probeId} was refused`,
  uses: [probeId],
  build: (trace) => (wasNotAccepted(probeId, trace) ? build(trace) : UNNEEDED),
});

/** A probe with only one of the unusual values of another one. It is sent only if that one was refused. */
const plain = (peculiar: string, ...version: Parameters<typeof animal>): Probe =>
  ifRefused(peculiar, animal(...version));

type Body = (context: ProbeContext) => string;

/** The first forbidden value of each reason. */
const wrongValues = Object.entries(FORBIDDEN).map(([why, [field, value]]): [string, Body] => [
  why,
  (context) => payload(context.fields({ [field]: typeof value === 'string' ? value : value(context) })),
]);

/** Payloads that must be refused: the valid one with exactly one defect, by the reason. */
const INVALID: Readonly<Record<string, Body>> = {
  'missing-name': ({ fields }) => payload(fields({ name: undefined })),
  // Names of members are case-sensitive, and no other name means the same: a field under another name is missing.
  'missing-name-alias': ({ fields }) => {
    const { name } = fields();
    return payload(fields({ name: undefined, NAME: name, petName: name, title: name }));
  },
  'missing-category': ({ fields }) => payload(fields({ categoryId: undefined })),
  'missing-category-alias': ({ fields }) => {
    const { categoryId: id } = fields();
    return payload(fields({ categoryId: undefined, category_id: id, CategoryId: id, category: id }));
  },
  // Some frameworks unwrap a payload, or wrap it.
  'missing-name-root': ({ fields }) => {
    const json = payload(fields());
    return payload({ pet: json, NewPet: json, data: json });
  },
  ...Object.fromEntries(wrongValues),
  // Without a category, no animal of this length can be stored.
  'missing-category-long': ({ fields }) => payload(fields({ categoryId: undefined, ...EXTRAS.long })),
  'array-body': ({ fields }) => `[${payload(fields())}]`,
  'scalar-body': () => 'null',
  'empty-body': () => '',
  // A decoder that stops after the first value accepts this.
  'malformed-json': ({ fields }) => `${payload(fields())} trailing`,
};

const rejects = Object.entries(INVALID).map(([what, body]): Probe => {
  // Some frameworks redirect a browser that sends an invalid form.
  const headers = what === 'boolean-name' ? [BROWSER] : [];
  // Some frameworks merge the query into the body.
  const path = what === 'missing-name' ? '/pets?name=storecheck' : '/pets';
  const title = `a payload that must be refused: ${what.replaceAll('-', ' ')}`;
  const build = (context: ProbeContext) => ({ ...withHeaders(create(body(context)), headers), path });
  return post(`create.rejects.${what}`, title, build, { stores: false });
});

/** White space after a payload, longer than the first buffer of a gateway. */
const PADDING = ' '.repeat(9_000);

/** A common spelling of the media type, and a body of unknown length: a conforming service reads the same. */
const CHARSET: HeaderLine = ['Content-Type', 'application/json; charset=utf-8'];
const CHUNKED: HeaderLine = ['Transfer-Encoding', 'chunked'];

/** A name with white space around and within it, and all line ends. A buffer or log of 24 bytes cuts one of its early characters. */
const spacedName = (mark: string) =>
  `  ${'猫'.repeat(90)} ${mark.toLowerCase()}  two\ttab\r\nand\rlines\n100% %s ﬁ² Ａ end 🐾  `;

/**
 * A name longer than the columns of many databases, beginning with a lower-case letter, with a text that slow regular
 * expressions never finish. Its only letters beyond ASCII are those of Latin-1, which some services encode twice.
 */
const longName = (mark: string) => `${'a'.repeat(40)}! ${mark} ${'long text '.repeat(24)}Zoë Façade end`;

/** Creates after the first complete list: a list cached by its URL lacks them. The first may get the id that `get.next` asked for. */
export const LATE_CREATES: readonly Probe[] = [
  animal(
    'create.pending',
    'pending, a categoryId beyond 2^53, a name with all kinds of text',
    ({ mark, inCategory }) => ({
      ...inCategory(BEYOND_DOUBLE),
      name: STRING_FORMS['escaped-non-ascii'](usualName(mark)),
      status: literal('pending'),
    }),
  ),
  // A sequence may give an id twice, or a database that allows few writers may fail.
  ...together('creates', [
    // Before the sold one: a service may give an animal without a status that of the previous one.
    animal(
      'create.digits',
      'digits after a zero as the name, a negative categoryId, no status',
      ({ number, inCategory }) => ({ ...inCategory('-2147483649'), name: literal(`0${number}`), status: undefined }),
    ),
    animal(
      'create.sold',
      'sold, categoryId 0, white space around the name and in it, the id of another animal',
      ({ mark, number, inCategory, exchanges }) => ({
        ...inCategory('0'),
        name: literal(spacedName(mark)),
        status: literal('sold'),
        id: otherId({ number, exchanges }),
      }),
    ),
    post(
      'create.no-status',
      'no status, the greatest int64 as categoryId, a long name, unknown members, in chunks that split a character',
      ({ mark, inCategory, fields }) => {
        const change = { ...inCategory(GREATEST_INT64), name: literal(longName(mark)), status: undefined };
        const body = payload({ ...fields(change), ...EXTRAS.unknown, ...EXTRAS['object-member'] });
        return withHeaders(create(body), [CHUNKED]);
      },
    ),
    post('create.again', 'the first payload again, in chunks, with a charset', (context) =>
      withHeaders(create(repeated(context)), [CHARSET, CHUNKED]),
    ),
    post('create.text-plain', 'a valid payload as text/plain', ({ fields }) =>
      withHeaders(create(payload(fields())), [['Content-Type', 'text/plain']]),
    ),
    animal('create.empty-name', 'an empty name', () => ({ name: literal('') })),
    // A NUL and other control characters.
    post('create.controls', 'a name with control characters, in a long body', ({ mark, fields }) => {
      const name = literal(`${mark} a\u0000b\u0001c\u007f`);
      return create(`${payload({ ...fields({ name }), ...EXTRAS.deep })}${PADDING}`);
    }),
  ]),
  plain('create.sold', 'create.sold-plain', 'sold', () => ({ status: literal('sold') })),
  plain('create.sold', 'create.sold-zero', 'categoryId 0', ({ inCategory }) => inCategory('0')),
  plain('create.sold', 'create.sold-id', 'the id of another animal', (context) => ({ id: otherId(context) })),
  plain('create.no-status', 'create.no-status-plain', 'no status', () => ({ status: undefined })),
  plain('create.no-status', 'create.int64-greatest', 'the greatest int64 as categoryId', ({ inCategory }) =>
    inCategory(GREATEST_INT64),
  ),
  plain('create.pending', 'create.pending-plain', 'pending', () => ({ status: literal('pending') })),
  plain('create.pending', 'create.int64', 'a categoryId beyond 2^53', ({ inCategory }) => inCategory(BEYOND_DOUBLE)),
  // Short: a service may refuse long names.
  plain('create.pending', 'create.pending-text', 'letters beyond ASCII in the name', ({ mark }) => ({
    name: literal(`${mark} é e\u0301 猫`),
  })),
  plain('create.controls', 'create.controls-nul', 'a NUL in the name', ({ mark }) => ({
    name: literal(`${mark} a\u0000b`),
  })),
  ifRefused(
    'create.again',
    post('create.again-whole', 'the first payload again, with a charset', (context) =>
      withHeaders(create(repeated(context)), [CHARSET]),
    ),
  ),
  // A taken name may be why both were refused.
  ifRefused(
    'create.again-whole',
    post('create.charset', 'a valid payload with a charset', ({ fields }) =>
      withHeaders(create(payload(fields())), [CHARSET]),
    ),
  ),
];

export const CREATE_PROBES: readonly Probe[] = [
  creating(BASE_PROBE, 'a valid payload, otherwise equal to each refused one', ({ fields }) =>
    create(payload(fields())),
  ),
  ifRefused(
    BASE_PROBE,
    post(KNOWN_CATEGORY_PROBE, 'the valid payload with a category that the list showed', ({ fields, exchanges }) => {
      const animals = listViews(exchanges).flatMap((view) => view.animals);
      const categoryId = animals.find((animal) => animal.categoryId !== undefined)?.categoryId;
      return categoryId === undefined ? lacking('no-category-listed') : create(payload(fields({ categoryId })));
    }),
  ),
  ...rejects,
];
