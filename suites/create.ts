import { isAnswered } from '../src/exchange/index.ts';
import {
  BASE_PROBE,
  category,
  create,
  type JsonLiteral,
  KNOWN_CATEGORY_PROBE,
  knowsOnlySomeCategories,
  lacking,
  literal,
  markedName,
  markedNumber,
  type Probe,
  payload,
  type Situation,
  seenCategory,
  unneeded,
} from '../src/probes/index.ts';
import { refusedNotStored } from '../src/rules/auth/side-effect.ts';
import { confirmed } from '../src/rules/confirmed.ts';
import { created, eachAccepted, idsUnique, statusOptional } from '../src/rules/create/accepted.ts';
import { echoes } from '../src/rules/create/echo.ts';
import { int64Kept } from '../src/rules/create/int64.ts';
import {
  clientId,
  defaultStatus,
  extraField,
  locationHeader,
  nameVerbatim,
  plainAcceptance,
} from '../src/rules/create/observed.ts';
import { answers, bodyMatches } from '../src/rules/schema/matches.ts';
import { refusedWith } from '../src/rules/status.ts';
import { validPayloadCreated } from '../src/rules/twin.ts';
import { PET_STATUSES } from '../src/spec/operations.ts';
import type { Check, Suite } from '../src/verdict/check.ts';

type Fields = Readonly<Record<string, JsonLiteral | undefined>>;

/** The fields of a valid payload with the probe's own name and category, and what the probe changes in them. */
function valid(id: string, slot: number, { settings, exchanges }: Situation, change: Fields = {}): Fields {
  return {
    name: literal(markedName(settings, id)),
    categoryId: category(settings, exchanges, slot),
    status: literal('available'),
    ...change,
  };
}

const post = (id: string, title: string, build: Probe['build'], onlyIf?: string): Probe => ({
  id,
  title,
  writes: true,
  uses: id === BASE_PROBE ? ['list.minimum'] : [BASE_PROBE],
  build,
  ...(onlyIf === undefined ? {} : { onlyIf }),
});

/** Refused payloads: the valid twin with exactly one break. */
const BREAKS: Readonly<Record<string, (situation: Situation, id: string, slot: number) => string>> = {
  'missing-name': broken({ name: undefined }),
  'missing-category': broken({ categoryId: undefined }),
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
  'unknown-status': broken({ status: literal('lost') }),
  'null-status': broken({ status: 'null' }),
  'number-status': broken({ status: '1' }),
  'miscased-status': broken({ status: literal('Available') }),
  'array-body': (situation, id, slot) => `[${payload(valid(id, slot, situation))}]`,
  'scalar-body': ({ settings }, id) => literal(markedName(settings, id)),
  'empty-body': () => '',
  'malformed-json': (situation, id, slot) => payload(valid(id, slot, situation)).slice(0, -1),
};

function broken(change: Fields) {
  return (situation: Situation, id: string, slot: number) => payload(valid(id, slot, situation, change));
}

const rejectProbes: readonly Probe[] = Object.entries(BREAKS).map(([what, body], index) => {
  const id = `create.rejects.${what}`;
  return post(id, `refused payload: ${what}`, (situation) => create(body(situation, id, 10 + index)));
});

/** Both lie beyond 2^53; the second is the greatest int64. */
const INT64_CATEGORIES = ['9007199254740993', '9223372036854775807'] as const;

const TEXT = 'Ægir Łódź 猫 "quoted" \'n\' <b>&amp; 🐾';

const was = (probe: string, { exchanges }: Situation, status: (status: number) => boolean) =>
  exchanges.some((exchange) => exchange.probe === probe && isAnswered(exchange) && status(exchange.received.status));

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

/** A probe with a peculiarity saves a request; its plain version is sent only where the peculiar one was refused. */
const ifRefused =
  (peculiar: string, build: Probe['build']): Probe['build'] =>
  (situation) =>
    was(peculiar, situation, isRefusal) ? build(situation) : unneeded(`${peculiar} was not refused`);

const bigCategory = (situation: Situation, id: string, slot: number, digits: string): Fields =>
  valid(
    id,
    slot,
    situation,
    situation.settings.categories === null && !knowsOnlySomeCategories(situation.exchanges)
      ? { categoryId: digits }
      : {},
  );

const acceptProbes: readonly Probe[] = [
  post('create.pending', 'pending, a categoryId beyond 2^53, a name with all kinds of text', (situation) => {
    const name = literal(`${markedName(situation.settings, 'create.pending')} ${TEXT}`);
    return create(
      payload({
        ...bigCategory(situation, 'create.pending', 2, INT64_CATEGORIES[0]),
        name,
        status: literal('pending'),
      }),
    );
  }),
  post(
    'create.pending-plain',
    'pending',
    ifRefused('create.pending', (situation) =>
      create(payload(valid('create.pending-plain', 3, situation, { status: literal('pending') }))),
    ),
    'create.pending was refused',
  ),
  post(
    'create.text',
    'a name with all kinds of text',
    ifRefused('create.pending', (situation) =>
      create(
        payload(
          valid('create.text', 4, situation, {
            name: literal(`${markedName(situation.settings, 'create.text')} ${TEXT}`),
          }),
        ),
      ),
    ),
    'create.pending was refused',
  ),
  post(
    'create.int64',
    'a categoryId beyond 2^53',
    ifRefused('create.pending', (situation) =>
      create(payload(bigCategory(situation, 'create.int64', 5, INT64_CATEGORIES[0]))),
    ),
    'create.pending was refused',
  ),
  post('create.sold', 'sold, blanks around the name, an id', (situation) => {
    const name = literal(`  ${markedName(situation.settings, 'create.sold')}  `);
    return create(
      payload({
        id: literal(markedNumber(situation.settings, 6)),
        ...valid('create.sold', 6, situation, { name, status: literal('sold') }),
      }),
    );
  }),
  post(
    'create.sold-plain',
    'sold',
    ifRefused('create.sold', (situation) =>
      create(payload(valid('create.sold-plain', 7, situation, { status: literal('sold') }))),
    ),
    'create.sold was refused',
  ),
  post('create.no-status', 'no status, the greatest int64 as categoryId, an unknown field', (situation) =>
    create(
      payload({
        ...bigCategory(situation, 'create.no-status', 8, INT64_CATEGORIES[1]),
        status: undefined,
        storecheckExtra: literal('extra'),
      }),
    ),
  ),
  post(
    'create.no-status-plain',
    'no status, the greatest int64 as categoryId',
    ifRefused('create.no-status', (situation) =>
      create(
        payload({ ...bigCategory(situation, 'create.no-status-plain', 9, INT64_CATEGORIES[1]), status: undefined }),
      ),
    ),
    'create.no-status was refused',
  ),
  post(
    'create.status-absent',
    'no status',
    (situation) =>
      was('create.no-status-plain', situation, isRefusal)
        ? create(payload(valid('create.status-absent', 40, situation, { status: undefined })))
        : unneeded('a payload without status was accepted'),
    'create.no-status-plain was refused',
  ),
  post('create.empty-name', 'an empty name', (situation) =>
    create(payload(valid('create.empty-name', 41, situation, { name: literal('') }))),
  ),
  post('create.text-plain', 'a valid payload as text/plain', (situation) =>
    create(payload(valid('create.text-plain', 42, situation)), 'key', 'text/plain'),
  ),
];

const probes: readonly Probe[] = [
  post(BASE_PROBE, 'a valid payload: the twin of every refused one', (situation) =>
    create(payload(valid(BASE_PROBE, 0, situation))),
  ),
  post(
    KNOWN_CATEGORY_PROBE,
    'the valid payload with a category that the list showed',
    (situation) => {
      if (!was(BASE_PROBE, situation, (status) => status === 400)) return unneeded(`${BASE_PROBE} was not refused`);
      const known = seenCategory(situation.exchanges);
      return known === undefined
        ? lacking('no list showed a category')
        : create(payload(valid(KNOWN_CATEGORY_PROBE, 1, situation, { categoryId: known })));
    },
    `${BASE_PROBE} was refused`,
  ),
  ...rejectProbes,
  ...acceptProbes,
];

const ACCEPTS = acceptProbes.map(({ id }) => id);
const BASES = [BASE_PROBE, KNOWN_CATEGORY_PROBE];
const refused = refusedWith(400, validPayloadCreated);

/** A refused number of our own counts only where no known category was accepted in its place. */
const createdAtAll: Check['rule'] = (evidence, trace) =>
  created(
    evidence.length > 1 && evidence.some(({ received }) => received.status === 201) ? evidence.slice(-1) : evidence,
    trace,
  );

const rejects = Object.keys(BREAKS).map((what) => ({
  requirement: `create.rejects.${what}` as Check['requirement'],
  from: [`create.rejects.${what}`],
  rule: refused,
}));

const checks: readonly Check[] = [
  { requirement: 'create.created', from: BASES, rule: createdAtAll },
  { requirement: 'create.schema', from: [...BASES, ...ACCEPTS], rule: bodyMatches('Pet', answers('createPet', 201)) },
  {
    requirement: 'create.echo',
    from: [...BASES, 'create.pending-plain', 'create.sold-plain', 'create.text-plain'],
    rule: echoes(['name', 'categoryId', 'status']),
  },
  {
    requirement: 'create.each-status',
    from: [...BASES, 'create.pending', 'create.pending-plain', 'create.sold', 'create.sold-plain'],
    rule: eachAccepted(({ status }) => status ?? undefined, PET_STATUSES),
  },
  {
    requirement: 'create.status-optional',
    from: ['create.no-status', 'create.no-status-plain', 'create.status-absent'],
    rule: statusOptional,
  },
  { requirement: 'create.unique-ids', from: [...BASES, ...ACCEPTS], rule: idsUnique },
  {
    requirement: 'create.int64',
    from: ['create.pending', 'create.int64', 'create.no-status', 'create.no-status-plain'],
    rule: int64Kept(INT64_CATEGORIES),
  },
  { requirement: 'create.text', from: ['create.pending', 'create.text'], rule: echoes(['name']) },
  ...rejects,
  {
    requirement: 'create.rejected-not-stored',
    from: rejectProbes.map(({ id }) => id),
    rule: confirmed(refusedNotStored),
    again: ['list.maximum'],
  },
  { requirement: 'create.name-verbatim', from: ['create.sold'], rule: nameVerbatim },
  { requirement: 'create.client-id', from: ['create.sold'], rule: clientId },
  { requirement: 'create.extra-field', from: ['create.no-status'], rule: extraField },
  { requirement: 'create.empty-name', from: ['create.empty-name'], rule: plainAcceptance },
  { requirement: 'create.content-type', from: ['create.text-plain'], rule: plainAcceptance },
  {
    requirement: 'create.default-status',
    from: ['create.no-status', 'create.no-status-plain', 'create.status-absent'],
    rule: defaultStatus,
  },
  { requirement: 'create.location', from: [...BASES, ...ACCEPTS], rule: locationHeader },
];

export const createSuite: Suite = { area: 'create', probes, checks };
