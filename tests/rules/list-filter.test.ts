import { rows } from '../table.ts';
import { again, answer, type Draft, pet, pets } from '../trace.ts';

const sold = { status: 'sold' };
rows('list.status-filter.sold', [
  ['none, as in the whole store', [answer('list.maximum', 200, pets(5)), answer('list.status-sold')], 'pass'],
  ['one is not', [answer('list.status-sold', 200, [pet(1, sold), pet(2)])], 'fail', 'filter-ignored'],
  ['one has no status', [answer('list.status-sold', 200, [pet(1, { status: undefined })])], 'fail', 'filter-ignored'],
  ['an empty list, full pages', [answer('list.maximum', 200, pets(100)), answer('list.status-sold')], 'inconclusive'],
]);

const both = (given: Partial<Draft>, plain?: Partial<Draft>): Draft[] => [
  answer('list.minimum', 200, [pet(1)]),
  answer('list.maximum', 200, [...pets(5), ...pets(5, sold, 6)]),
  answer('list.status-with-limit', given),
  ...(plain === undefined ? [] : [answer('list.status-with-limit-plain', plain)]),
];
rows('list.status-with-limit', [
  ['the limit is dropped', both({ body: pets(5, sold, 6) }), 'fail', /at most 3/],
  ['the plain list is refused too', both({ status: 400 }, { status: 400 }), 'fail'],
  ['with an empty list', both({ body: [] }), 'inconclusive', 'nothing-to-judge'],
  ['the plain list was lost', both({ status: 400 }, { lost: 'ECONNRESET' }), 'inconclusive'],
  ['the run ended before the plain list', { exchanges: both({ status: 400 }), end: 'request-budget' }, 'inconclusive'],
]);

rows('list.unique-ids', [
  ['an empty store', [answer('list.maximum')], 'inconclusive'],
  ['an id that stands twice', [answer('list.maximum', 200, [pet(1), pet(2), pet(1)])], 'fail', 'listed-twice'],
]);

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
rows('list.fills-page', [
  ['an empty store', ['list.minimum', 'list.maximum', 'list.default'].map((probe) => answer(probe)), 'inconclusive'],
  ['needs a later attempt if the limit comes before the filter', filled({ body: [] }), 'inconclusive', /settle time/],
  ['it does so twice', [...filled({ body: [] }), ...lookedAgain({ body: [] })], 'fail', 'short-page'],
  [
    'too few only in the second attempt',
    [...filled(three), ...lookedAgain({ body: pets(2, sold, 6) })],
    'inconclusive',
  ],
  ['too few only in the first attempt', [...filled({ body: [] }), ...lookedAgain(three)], 'pass'],
  ['only earlier lists showed more', [...filled({ body: [] }), ...lookedAgain(another, fewer)], 'pass'],
  [
    'does not count what the list after it no longer shows',
    [...filled({ body: [] }), ...lookedAgain(another, store, fewer).filter(isNot('list.status-sold'))],
    'pass',
  ],
  [
    'does not decide by what others added within the settle time',
    [...filled({ body: [] }, fewer), ...lookedAgain(another, store)],
    'inconclusive',
  ],
]);

rows('list.unknown-parameter', [
  ['is observed', both({ body: [] }), 'observed', /ignored/],
  ['refused', both({ status: 400 }, {}), 'observed', /refused \(400\)/],
]);
