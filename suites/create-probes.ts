import { isIntermediary } from '../src/exchange/body.ts';
import { EXTRAS, STRING_FORMS } from '../src/explore/values/payloads.ts';
import {
  BASE_PROBE,
  type Fields,
  KNOWN_CATEGORY_PROBE,
  literal,
  markedNumber,
  onlyCategory,
  ownFields,
  payload,
  seenCategory,
} from '../src/probes/marker.ts';
import { answerTo, lacking, type Probe, probe, type Situation, unneeded } from '../src/probes/probe.ts';
import { BROWSER, create, withHeaders } from '../src/probes/request.ts';
import { createdAnimals } from '../src/store/known.ts';
import * as values from './create-values.ts';

/** Both lie beyond 2^53; the second is the greatest int64. */
const INT64_CATEGORIES = ['9007199254740993', '9223372036854775807'] as const;

/** The fields of a probe with this category, unless the deployment knows only certain ones, and with changes. */
const withCategory = (id: string, slot: number, situation: Situation, digits: string, change: Fields = {}): Fields =>
  ownFields(id, slot, situation, onlyCategory(situation) === undefined ? { categoryId: digits, ...change } : change);

/** The first payload again: another animal all the same. */
const repeated = (situation: Situation): string => {
  const first = createdAnimals(situation.exchanges).find(({ exchange }) => exchange.probe === BASE_PROBE)?.sent;
  const own = ownFields('create.again', 44, situation);
  const name = first?.name === undefined ? own['name'] : literal(first.name);
  return payload({ ...own, name, categoryId: first?.categoryId ?? own['categoryId'] });
};

const post = (id: string, title: string, build: Probe['build'], more: Partial<Probe> = {}): Probe =>
  probe(id, title, build, { writes: true, uses: [BASE_PROBE], ...more });

/**
 * Not accepted, nor 429, nor answered by an intermediary: another part than the tested value may be the cause. Nor lost: a
 * service that refuses a request and closes the connection before its payload is sent completely cannot be heard.
 */
export function wasRefused(probeId: string, situation: Situation): boolean {
  const last = answerTo(probeId, situation)?.received;
  if (last === undefined) return situation.exchanges.some(({ probe: sent }) => sent === probeId);
  return last.status >= 400 && last.status !== 429 && !isIntermediary(last);
}

/** Four at the same time: a sequence may give an id twice, or a database that allows few writers fails. */
const TOGETHER = { group: 'creates' };

/** A probe that is sent only if another one was refused. */
const ifRefused = (other: string, id: string, title: string, build: Probe['build']): Probe =>
  post(
    id,
    title,
    (situation) => (wasRefused(other, situation) ? build(situation) : unneeded('probe-not-refused', { probe: other })),
    { onlyIf: `${other} was refused`, uses: [other] },
  );

/** The plain version of a probe with a second unusual value, which saves a request. */
const plain = (peculiar: string, id: string, title: string, slot: number, change: Fields): Probe =>
  ifRefused(peculiar, id, title, (situation) => create(payload(ownFields(id, slot, situation, change))));

const base = post(
  BASE_PROBE,
  'a valid payload, otherwise equal to each refused one',
  (situation) => create(payload(ownFields(BASE_PROBE, 0, situation))),
  { uses: ['list.minimum'] },
);

const knownCategory = ifRefused(
  BASE_PROBE,
  KNOWN_CATEGORY_PROBE,
  'the valid payload with a category that the list showed',
  (situation) => {
    const known = seenCategory(situation.exchanges);
    if (known === undefined) return lacking('no-category-listed');
    return create(payload(ownFields(KNOWN_CATEGORY_PROBE, 1, situation, { categoryId: known })));
  },
);

const rejects = Object.entries(values.BREAKS).map(([what, body], index): Probe => {
  const id = `create.rejects.${what}`;
  // Some frameworks redirect a browser that sends an invalid form.
  const headers = what === 'boolean-name' ? [BROWSER] : [];
  // Some frameworks merge the query into the body.
  const path = what === 'missing-name' ? '/pets?name=storecheck' : '/pets';
  return post(id, `a payload that must be refused: ${what.replaceAll('-', ' ')}`, (situation) => ({
    ...withHeaders(create(body(situation, id, 10 + index)), headers),
    path,
  }));
});

const accepts: readonly Probe[] = [
  post('create.text-plain', 'a valid payload as text/plain', (situation) =>
    withHeaders(create(payload(ownFields('create.text-plain', 41, situation))), [['Content-Type', 'text/plain']]),
  ),
  post('create.empty-name', 'an empty name', (situation) =>
    create(payload(ownFields('create.empty-name', 42, situation, { name: literal('') }))),
  ),
  post('create.controls', 'a name with control characters, in a long body', (situation) => {
    const name = literal(values.controls('create.controls', situation));
    const fields = { ...ownFields('create.controls', 45, situation, { name }), ...EXTRAS.deep };
    return create(`${payload(fields)}${values.PADDING}`);
  }),
];

/**
 * Created after the first complete list: a list that is cached by its URL does not show it at the end of the run. The first one may get the
 * id that `get.next` asked for.
 */
export const LATE_CREATES: readonly Probe[] = [
  post('create.pending', 'pending, a categoryId beyond 2^53, a name with all kinds of text', (situation) => {
    const name = STRING_FORMS['escaped-non-ascii'](values.text('create.pending', situation));
    const change = { name, status: literal('pending') };
    return create(payload(withCategory('create.pending', 2, situation, INT64_CATEGORIES[0], change)));
  }),
  // Before the sold one: a missing status may be that of the animal before.
  post(
    'create.digits',
    'digits after a zero as the name, a negative categoryId, no status',
    (situation) => {
      const change = { name: literal(`0${markedNumber(situation.settings, 46)}`), status: undefined };
      return create(payload(withCategory('create.digits', 46, situation, '-2147483649', change)));
    },
    TOGETHER,
  ),
  post(
    'create.sold',
    'sold, categoryId 0, white space around the name and in it, the id of another animal',
    (situation) => {
      const change = { name: literal(values.spaced('create.sold', situation)), status: literal('sold') };
      const fields = withCategory('create.sold', 6, situation, '0', change);
      const id = createdAnimals(situation.exchanges)[0]?.answered.id ?? literal(markedNumber(situation.settings, 6));
      return create(payload({ id, ...fields }));
    },
    TOGETHER,
  ),
  post(
    'create.no-status',
    'no status, the greatest int64 as categoryId, a long name, unknown members',
    (situation) => {
      const change = { name: literal(values.long('create.no-status', situation)), status: undefined };
      return create(
        payload({
          ...withCategory('create.no-status', 8, situation, INT64_CATEGORIES[1], change),
          ...EXTRAS.unknown,
          ...EXTRAS['object-member'],
        }),
      );
    },
    TOGETHER,
  ),
  post(
    'create.again',
    'the first payload again, in chunks, with a charset',
    (situation) => withHeaders(create(repeated(situation)), [values.CHARSET, values.CHUNKED]),
    TOGETHER,
  ),
  plain('create.sold', 'create.sold-plain', 'sold', 7, { status: literal('sold') }),
  plain('create.no-status', 'create.no-status-plain', 'no status', 9, { status: undefined }),
  ifRefused('create.no-status', 'create.int64-greatest', 'the greatest int64 as categoryId', (situation) =>
    create(payload(withCategory('create.int64-greatest', 40, situation, INT64_CATEGORIES[1]))),
  ),
  plain('create.pending', 'create.pending-plain', 'pending', 3, { status: literal('pending') }),
  ifRefused('create.pending', 'create.int64', 'a categoryId beyond 2^53', (situation) =>
    create(payload(withCategory('create.int64', 5, situation, INT64_CATEGORIES[0]))),
  ),
  ifRefused('create.again', 'create.again-whole', 'the first payload again, with a charset', (situation) =>
    withHeaders(create(repeated(situation)), [values.CHARSET]),
  ),
];

export const CREATE_PROBES: readonly Probe[] = [base, knownCategory, ...rejects, ...accepts];
