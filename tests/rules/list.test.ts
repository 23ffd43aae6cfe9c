import { again, answer, type Draft, lost, pet, pets } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

const lists = (...bodies: unknown[]): Draft[] =>
  ['list.minimum', 'list.maximum', 'list.default'].map((probe, index) => answer(probe, 200, bodies[index] ?? []));

const ids = (...digits: string[]) => [
  answer('list.maximum', 200, `[${digits.map((id) => `{"id":${id},"name":"x","categoryId":1}`)}]`),
];

const cut = answer('list.maximum', { body: '[{"id":"x"', cut: 'ECONNRESET' });

const shown = (bare: number, twenty: number | null, known = 50): Draft[] => [
  answer('list.maximum', 200, pets(known)),
  answer('list.default', 200, pets(bare)),
  ...(twenty === null ? [] : [answer('list.twenty', 200, pets(twenty))]),
];

const sold = { status: 'sold' };

const both = (given: Partial<Draft>, plain?: Partial<Draft>): Draft[] => [
  answer('list.minimum', 200, [pet(1)]),
  answer('list.maximum', 200, [...pets(5), ...pets(5, sold, 6)]),
  answer('list.status-with-limit', given),
  ...(plain === undefined ? [] : [answer('list.status-with-limit-plain', plain)]),
];

const store = [...pets(5), ...pets(5, sold, 6)];
/** Four of the sold are not there yet, or no longer. */
const fewer = [...pets(5), ...pets(1, sold, 10)];
const looked = (given: Partial<Draft>, whole: typeof store): Draft[] => [
  answer('list.maximum', 200, whole),
  answer('list.status-with-limit', { ...given, sent: { path: '/pets?status=sold&limit=3' } }),
  answer('list.status-available', 200, pets(5)),
  answer('list.status-pending'),
  answer(
    'list.status-sold',
    200,
    whole.filter(({ id }) => id > 5),
  ),
];
const isNot =
  (probe: string) =>
  (draft: Draft): boolean =>
    draft.probe !== probe;
const filled = (given: Partial<Draft>, whole = store): Draft[] => [
  answer('list.minimum', 200, [pet(1)]),
  ...looked(given, whole),
];
const three = { body: pets(3, sold, 6) };
const another = { body: pets(1, sold, 10) };
/** A second look, which waits for the settle time. */
const lookedAgain = (given: Partial<Draft>, whole = store, after = whole): Draft[] => {
  const [first, ...rest] = [...looked(given, whole), answer('list.maximum-after', 200, after)];
  return [...(first === undefined ? [] : [{ ...first, at: 4000 }]), ...rest].map(again);
};

verdicts('list', {
  'list.ok': {
    'no body': [answer('list.maximum', { body: '' })],
    'one list was never answered': [...lists().slice(0, 2), lost('list.default'), lost('list.default')],
  },
  'list.schema': {
    'half a body': [cut, answer('list.maximum', 200, pets(2))],
    'the run did not finish': { exchanges: lists(), end: 'interrupted' },
  },
  'list.default-limit': {
    'limit=20 gives no more than the default': shown(15, 15),
    'limit=20 was not answered': [...shown(10, null), lost('list.twenty')],
    'animals were still becoming visible': [...shown(15, 17), ...shown(20, null).map(again)],
    'animals that were created after the list': [
      answer('list.default', { body: pets(4), at: 100 }),
      answer('list.twenty', { body: pets(5), at: 150 }),
      answer('list.maximum', { body: pets(5), at: 200 }),
      ...pets(20, {}, 2_000).map((body) =>
        answer('create.available', { status: 201, body, at: 500, sent: { operation: 'createPet', method: 'POST' } }),
      ),
    ],
  },
  'list.limit-honoured': {
    'does not judge limits that the document leaves open': [
      answer('list.minimum', 200, []),
      answer('list.limit-zero', 200, pets(20)),
      answer('list.limit-one-above', 200, pets(100)),
    ],
  },
  'list.limit-out-of-range': {
    'for each value': [
      answer('list.maximum', 200, pets(50)),
      answer('list.limit-zero', 400),
      answer('list.limit-one-above', 200, pets(100)),
      answer('list.limit-word', 200, pets(20)),
    ],
  },
  'list.order': {
    'copes with ids beyond 2^53': ids('9007199254740993', '9007199254740992', '-1'),
    'is not told from two animals': [answer('list.maximum', 200, pets(2))],
  },
  'list.status-filter.sold': {
    'an empty list, full pages': [answer('list.maximum', 200, pets(100)), answer('list.status-sold')],
  },
  'list.status-with-limit': {
    'with an empty list': both({ body: [] }),
    'the plain list was lost': both({ status: 400 }, { lost: 'ECONNRESET' }),
  },
  'list.fills-page': {
    'needs a later attempt if the limit comes before the filter': filled({ body: [] }),
    'too few only in the second attempt': [...filled(three), ...lookedAgain({ body: pets(2, sold, 6) })],
    'too few only in the first attempt': [...filled({ body: [] }), ...lookedAgain(three)],
    'only earlier lists showed more': [...filled({ body: [] }), ...lookedAgain(another, fewer)],
    'does not count what the list after it no longer shows': [
      ...filled({ body: [] }),
      ...lookedAgain(another, store, fewer).filter(isNot('list.status-sold')),
    ],
    'does not decide by what others added within the settle time': [
      ...filled({ body: [] }, fewer),
      ...lookedAgain(another, store),
    ],
  },
});
