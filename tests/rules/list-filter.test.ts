import { rows } from '../table.ts';
import { again, answer, type Draft, pet, pets } from '../trace.ts';

const lists = (...bodies: unknown[]): Draft[] =>
  ['list.minimum', 'list.maximum', 'list.default'].map((probe, index) => answer(probe, { body: bodies[index] ?? [] }));

const sold = { status: 'sold' };
rows('list.status-filter.sold', [
  ['passes where every animal is sold', [answer('list.status-sold', { body: pets(2, sold) })], 'pass'],
  ['fails where one is not', [answer('list.status-sold', { body: [pet(1, sold), pet(2)] })], 'fail', 'filter-ignored'],
  [
    'fails where one has no status',
    [answer('list.status-sold', { body: [pet(1, { status: undefined })] })],
    'fail',
    'filter-ignored',
  ],
  ['fails where the case differs', [answer('list.status-sold', { body: [pet(1, { status: 'Sold' })] })], 'fail'],
  ['fails where the filter is refused', [answer('list.status-sold', { status: 400 })], 'fail'],
  [
    'proves nothing with an empty list while somebody may be sold',
    [answer('list.maximum', { body: pets(100) }), answer('list.status-sold')],
    'inconclusive',
  ],
  [
    'passes on an empty list where the whole store shows none',
    [answer('list.maximum', { body: pets(5) }), answer('list.status-sold')],
    'pass',
  ],
  [
    'overlooks a body that broke off once',
    [answer('list.status-sold', { body: '[', cut: 'ECONNRESET' }), answer('list.status-sold', { body: pets(2, sold) })],
    'pass',
  ],
]);

const both = (given: Partial<Draft>, plain?: Partial<Draft>): Draft[] => [
  answer('list.minimum', { body: [pet(1)] }),
  answer('list.maximum', { body: [...pets(5), ...pets(5, sold, 6)] }),
  answer('list.status-with-limit', given),
  ...(plain === undefined ? [] : [answer('list.status-with-limit-plain', plain)]),
];
rows('list.status-with-limit', [
  ['passes where both hold', both({ body: pets(3, sold, 6) }), 'pass'],
  ['fails where the limit is dropped', both({ body: pets(5, sold, 6) }), 'fail', /at most 3/],
  ['fails where the filter is dropped', both({ body: pets(3) }), 'fail', 'filter-ignored'],
  [
    'lets the plain list decide where an unknown parameter is refused',
    both({ status: 400 }, { body: pets(2, sold, 6) }),
    'pass',
  ],
  ['fails where the plain list is refused too', both({ status: 400 }, { status: 400 }), 'fail'],
  ['proves nothing with an empty list', both({ body: [] }), 'inconclusive', 'nothing-to-judge'],
  ['is inconclusive where the plain list was lost', both({ status: 400 }, { lost: 'ECONNRESET' }), 'inconclusive'],
  [
    'is inconclusive where the run ended before the plain list',
    { exchanges: both({ status: 400 }), end: 'request-budget' },
    'inconclusive',
  ],
]);

rows('list.unique-ids', [
  [
    'fails on an id that stands twice',
    [answer('list.maximum', { body: [pet(1), pet(2), pet(1)] })],
    'fail',
    'listed-twice',
  ],
  [
    'tells ids beyond 2^53 apart',
    [answer('list.maximum', { body: '[{"id":9007199254740992},{"id":9007199254740993}]' })],
    'pass',
  ],
  ['has nothing to look at in an empty store', [answer('list.maximum')], 'inconclusive'],
]);

const store = [...pets(5), ...pets(5, sold, 6)];
/** Four of the sold are not there yet, or no longer. */
const fewer = [...pets(5), ...pets(1, sold, 10)];
const looked = (given: Partial<Draft>, whole: typeof store): Draft[] => [
  answer('list.maximum', { body: whole }),
  answer('list.status-with-limit', { ...given, sent: { path: '/pets?status=sold&limit=3' } }),
  answer('list.status-available', { body: pets(5) }),
  answer('list.status-pending'),
  answer('list.status-sold', { body: whole.filter(({ id }) => id > 5) }),
];
const isNot =
  (probe: string) =>
  (draft: Draft): boolean =>
    draft.probe !== probe;
const filled = (given: Partial<Draft>, whole = store): Draft[] => [
  answer('list.minimum', { body: [pet(1)] }),
  ...looked(given, whole),
];
/** A second look, which waits for the settle time. */
const lookedAgain = (given: Partial<Draft>, whole = store, after = whole): Draft[] => {
  const [first, ...rest] = [...looked(given, whole), answer('list.maximum-after', { body: after })];
  return [...(first === undefined ? [] : [{ ...first, at: 4000 }]), ...rest].map(again);
};
rows('list.fills-page', [
  ['passes where the filtered list shows what the whole list showed', filled({ body: pets(3, sold, 6) }), 'pass'],
  [
    'needs a later attempt where the limit comes before the filter',
    filled({ body: [] }),
    'inconclusive',
    /settle time/,
  ],
  ['fails where it does so twice', [...filled({ body: [] }), ...lookedAgain({ body: [] })], 'fail', 'short-page'],
  [
    'is inconclusive where only the confirmation attempt shows too few',
    [...filled({ body: pets(3, sold, 6) }), ...lookedAgain({ body: pets(2, sold, 6) })],
    'inconclusive',
  ],
  [
    'passes where the first look shows fewer than other lists, and the second as many',
    [...filled({ body: [] }), ...lookedAgain({ body: pets(3, sold, 6) })],
    'pass',
  ],
  [
    'does not count what only earlier lists showed: others remove animals',
    [...filled({ body: [] }), ...lookedAgain({ body: pets(1, sold, 10) }, fewer)],
    'pass',
  ],
  [
    'does not count what the list after it no longer shows',
    [
      ...filled({ body: [] }),
      ...lookedAgain({ body: pets(1, sold, 10) }, store, fewer).filter(isNot('list.status-sold')),
    ],
    'pass',
  ],
  [
    'does not decide by what others added within the settle time',
    [...filled({ body: [] }, fewer), ...lookedAgain({ body: pets(1, sold, 10) }, store)],
    'inconclusive',
  ],
  ['has nothing to look at in an empty store', lists(), 'inconclusive'],
]);

rows('list.unknown-parameter', [
  ['is observed', both({ body: [] }), 'observed', /ignored/],
  ['is observed as refused', both({ status: 400 }, {}), 'observed', /refused \(400\)/],
]);
