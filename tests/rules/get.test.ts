import { rows } from '../table.ts';
import { again, answer, type Draft, type Given, lost, pet, pets } from '../trace.ts';

const created = answer('create.available', { status: 201, body: pet(7, { name: 'own' }) });
const maximum = answer('list.maximum', { body: [pet(1), pet(7, { name: 'own' })] });
const known = (own: Partial<Draft> = {}, found: Partial<Draft> = {}): Draft[] => [
  created,
  maximum,
  answer('get.created', { body: pet(7, { name: 'own' }), ...own }),
  answer('get.found', { body: pet(1), ...found }),
];
const late = { at: 9000 };
const signal = (headers: Draft['headers']): Draft[] => [
  ...known({ headers: headers ?? {} }, { headers: headers ?? {} }),
  answer('get.not-found', { status: 404, headers: headers ?? {} }),
];
const SUNSET = 'Thu, 05 Dec 2030 00:00:00 GMT';
const afterwards = (exchanges: readonly Draft[]): Given => ({ settings: { today: '2030-12-05' }, exchanges });

const readOnly = (exchanges: readonly Draft[]): Given => ({
  settings: { readOnly: true },
  exchanges,
  skips: [{ probe: 'get.created', cause: 'read-only', reason: 'creates are skipped' }],
});

rows('get.ok', [
  ['passes where both are served', known(), 'pass'],
  ['asks again where a created one is not found at once', known({ status: 404 }), 'inconclusive', /settle time/],
  [
    'passes where it is found in the confirmation attempt',
    [
      ...known({ status: 404 }),
      again(answer('get.created', { body: pet(7), ...late })),
      again(answer('get.found', { body: pet(1) })),
    ],
    'pass',
  ],
  [
    'fails where it is not found after the settle time',
    [...known({ status: 404 }), again(answer('get.created', { status: 404, ...late }))],
    'fail',
    /known id/,
  ],
  ['fails where another animal is served', known({}, { body: pet(2) }), 'fail'],
  ['fails where one of the list is not found', known({}, { status: 404 }), 'fail'],
  [
    'passes where a later list no longer shows it: somebody removed it',
    [
      ...known({}, { status: 404 }),
      again({ ...maximum, body: [pet(2)] }),
      again(answer('get.found', { body: pet(2) })),
    ],
    'pass',
  ],
  [
    'is inconclusive where that one is gone and another one is not found',
    [...known({}, { status: 404 }), again({ ...maximum, body: [pet(2)] }), again(answer('get.found', { status: 404 }))],
    'inconclusive',
    'seen-in-one-attempt',
  ],
  [
    'fails where both are listed and neither is found',
    [
      ...known({}, { status: 404 }),
      again({ ...maximum, body: [pet(2), pet(1)] }),
      again(answer('get.found', { status: 404, sent: { path: '/pets/2' } })),
    ],
    'fail',
    /known id/,
  ],
  ['fails in a read-only run too', readOnly([maximum, answer('get.found', { status: 404 })]), 'fail'],
  [
    'fails where another animal is served twice',
    [...known({}, { body: pet(2) }), again(answer('get.found', { body: pet(2), ...late }))],
    'fail',
    /another animal/,
  ],
  [
    'passes where `bearer` is refused and `Bearer` is not',
    [...known({}, { status: 401 }), answer('get.found-plain', { body: pet(1) })],
    'pass',
  ],
  [
    'fails where `bearer` is refused and the plain one was lost',
    [...known({}, { status: 401 }), lost('get.found-plain')],
    'fail',
  ],
  [
    'fails where `bearer` is refused with 403 and the plain one was lost',
    [...known({}, { status: 403 }), lost('get.found-plain')],
    'fail',
  ],
  [
    'is not shaken by a path that no probe sends, in a journal that somebody else wrote',
    known({}, { sent: { path: '/pets/%' } }),
    'fail',
    /another animal/,
  ],
  [
    'overlooks a body that broke off once',
    [
      created,
      maximum,
      answer('get.created', { body: '{"id', cut: 'ECONNRESET' }),
      answer('get.created', { body: pet(7) }),
      answer('get.found', { body: pet(1) }),
    ],
    'pass',
  ],
  [
    'takes ids digit for digit',
    [
      answer('list.maximum', { body: '[{"id":-9007199254740993}]' }),
      created,
      answer('get.created', { body: pet(7) }),
      answer('get.found', { body: '{"id":-9007199254740992}' }),
      again(answer('get.found', { body: '{"id":-9007199254740992}', ...late })),
    ],
    'fail',
    /-9007199254740993/,
  ],
]);

rows('get.schema', [
  ['passes', known(), 'pass'],
  ['fails on an animal inside an array', known({ body: [pet(7)] }), 'fail', 'wrong-body-type'],
  ['fails on an id as string', known({}, { body: pet(1, { id: '1' }) }), 'fail'],
]);

rows('get.same-as-created', [
  ['passes where all fields are the same', known(), 'pass'],
  ['fails where the name differs', known({ body: pet(7) }), 'fail', /"own" \| "animal 7"/],
  [
    'fails where a category was read as a double',
    [
      answer('create.available', { status: 201, body: '{"id":7,"name":"x","categoryId":9007199254740993}' }),
      answer('get.created', { body: '{"id":7,"name":"x","categoryId":9007199254740992}' }),
    ],
    'fail',
    /9007199254740993/,
  ],
  ['is inconclusive where it was not found', known({ status: 404 }), 'inconclusive'],
  [
    'passes where \\u escapes and the order of the members differ',
    known({ body: '{"status":"available","categoryId":1,"name":"\\u006fwn","id":7}' }),
    'pass',
  ],
]);

rows('get.not-found', [
  ['passes on 404 with the Error body', [...known(), answer('get.not-found', { status: 404 })], 'pass'],
  ['fails on 400', [...known(), answer('get.not-found', { status: 400 })], 'fail'],
  ['fails on an empty 200', [...known(), answer('get.not-found', { body: null })], 'fail', /accepted/],
  [
    'fails on a page',
    [...known(), answer('get.not-found', { status: 404, body: '<h1>Not found</h1>' })],
    'fail',
    /not JSON/,
  ],
  [
    'fails on another status in the body',
    [answer('get.not-found', { status: 404, body: { code: 'x', message: 'y' } })],
    'fail',
    /`status`/,
  ],
  ['is not asked after the removal', afterwards([answer('get.not-found', { status: 410 })]), 'not-applicable'],
]);

const gone = known({ status: 410 }, { status: 410 });
const later = gone.slice(1).map(again);
rows('get.still-served', [
  ['passes where it answers', known(), 'pass'],
  ['fails on 410 before the day', gone, 'fail'],
  ['fails on 410 before the day, seen twice', [...gone, ...later], 'fail', /before 2030-12-05/],
  [
    'passes where the only one was removed by somebody else',
    readOnly([
      maximum,
      answer('get.found', { status: 404 }),
      again({ ...maximum, body: [pet(2)] }),
      again(answer('get.found', { body: pet(2) })),
    ]),
    'pass',
  ],
  [
    'is not broken by animals that are not visible yet',
    [created, answer('get.created', { status: 404 })],
    'inconclusive',
  ],
  ['passes on 410 after it', afterwards(known({ status: 410 }, { status: 404 })), 'pass'],
  ['warns on 200 after it', afterwards(known()), 'fail', /404 or 410/],
  [
    'is still a must on the day before',
    { settings: { today: '2030-12-04' }, exchanges: [...gone, ...later] },
    'fail',
    'removed-early',
  ],
]);

rows('get.sunset-date', [
  ['does not apply without Sunset', signal({}), 'not-applicable'],
  ['passes on the day', signal({ sunset: SUNSET }), 'pass'],
  ['passes at the end of the day and a time zone further', signal({ Sunset: 'Fri, 06 Dec 2030 11:59:59 GMT' }), 'pass'],
  ['overlooks a wrong weekday', signal({ Sunset: 'Mon, 05 Dec 2030 00:00:00 GMT' }), 'pass'],
  ['fails a year later', signal({ Sunset: 'Fri, 05 Dec 2031 00:00:00 GMT' }), 'fail'],
  ['fails on day and month exchanged', signal({ Sunset: 'Sun, 12 May 2030 00:00:00 GMT' }), 'fail'],
  ['fails on an ISO date', signal({ Sunset: '2030-12-05' }), 'fail'],
  ['fails on a Unix timestamp', signal({ Sunset: '1922659200' }), 'fail'],
]);

rows('get.deprecation-signal', [
  ['passes with Sunset only', signal({ Sunset: SUNSET }), 'pass'],
  ['passes with Deprecation only', signal({ deprecation: '@1688169599' }), 'pass'],
  ['fails with neither', known(), 'fail'],
]);
rows('get.deprecation-syntax', [
  ['does not apply without it', known(), 'not-applicable'],
  ['passes on a date with parameters', signal({ Deprecation: '@1688169599;a="b c";d' }), 'pass'],
  ['fails on true, of the old draft', signal({ Deprecation: 'true' }), 'fail'],
  ['fails on a bare number', signal({ Deprecation: '1688169599' }), 'fail'],
  ['fails after Sunset', signal({ Deprecation: '@1988169599', Sunset: SUNSET }), 'fail', /not later than Sunset/],
]);
rows('get.replacement', [
  ['is observed as none', known(), 'observed', /none/],
  [
    'is observed',
    signal({ link: '</v1/pets?status=available>; rel="successor-version"' }),
    'observed',
    /successor-version/,
  ],
]);
rows('get.invalid-id', [
  [
    'is observed for each',
    [answer('get.invalid-word', { status: 400 }), answer('get.invalid-overflow', { status: 422 })],
    'observed',
    /"abc":400,"9223372036854775808":422/,
  ],
]);
rows('auth.required.get', [
  [
    'passes',
    [
      answer('list.minimum', { body: pets(1) }),
      answer('auth.none.get', { status: 401 }),
      answer('get.not-found', { status: 404 }),
    ],
    'pass',
  ],
]);
