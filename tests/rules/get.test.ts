import { again, answer, type Draft, type Given, lost, pet } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

const created = answer('create.available', 201, pet(7, { name: 'own' }));
const maximum = answer('list.maximum', 200, [pet(1), pet(7, { name: 'own' })]);
const known = (own: Partial<Draft> = {}, found: Partial<Draft> = {}): Draft[] => [
  created,
  maximum,
  answer('get.created', { body: pet(7, { name: 'own' }), ...own }),
  answer('get.found', { body: pet(1), ...found }),
];
const found = (status: number, at: number) =>
  answer('get.found', { status, at, ...(status === 200 ? { body: pet(1) } : {}), sent: { path: '/pets/1' } });
const late = { at: 9000 };
const signal = (headers: Draft['headers']): Draft[] => [
  ...known({ headers: headers ?? {} }, { headers: headers ?? {} }),
  answer('get.not-found', { status: 404, headers: headers ?? {} }),
];
const afterwards = (exchanges: readonly Draft[]): Given => ({ settings: { today: '2030-12-05' }, exchanges });

const readOnly = (exchanges: readonly Draft[]): Given => ({
  settings: { readOnly: true },
  exchanges,
  skips: [{ probe: 'get.created', cause: 'read-only', reason: 'creates are skipped' }],
});

const gone = known({ status: 410 }, { status: 410 });
const later = gone.slice(1).map(again);

verdicts('get', {
  'get.ok': {
    'a later list no longer shows it: somebody removed it': [
      ...known({}, { status: 404 }),
      again({ ...maximum, body: [pet(2)] }),
      again(answer('get.found', 200, pet(2))),
    ],
    'that one is gone and another one is not found': [
      ...known({}, { status: 404 }),
      again({ ...maximum, body: [pet(2)] }),
      again(answer('get.found', 404)),
    ],
    'one is lost twice between responses that show it, and another one is not found': [
      ...known(),
      ...[404, 200, 404, 200].map((status, index) => found(status, 9000 + 1000 * index)),
      answer('get.created', { status: 404, at: 14_000 }),
    ],
    '`bearer` is refused and the plain one was lost': [...known({}, { status: 401 }), lost('get.found-plain')],
    'is not shaken by a path that no probe sends': known({}, { sent: { path: '/pets/%' } }),
    'takes ids digit for digit': [
      answer('list.maximum', 200, '[{"id":-9007199254740993}]'),
      created,
      answer('get.created', 200, pet(7)),
      answer('get.found', 200, '{"id":-9007199254740992}'),
      again(answer('get.found', { body: '{"id":-9007199254740992}', ...late })),
    ],
  },
  'get.not-found': {
    'is not asked after the removal': afterwards([answer('get.not-found', 410)]),
  },
  'get.still-served': {
    'the only one was removed by another client': readOnly([
      maximum,
      answer('get.found', 404),
      again({ ...maximum, body: [pet(2)] }),
      again(answer('get.found', 200, pet(2))),
    ]),
    'is not broken by animals that are not visible yet': [created, answer('get.created', 404)],
    '410 after it': afterwards(known({ status: 410 }, { status: 404 })),
    '200 after it': afterwards(known()),
    'on the day before': { settings: { today: '2030-12-04' }, exchanges: [...gone, ...later] },
  },
  'get.sunset-date': {
    'at the end of the day and a time zone further': signal({ Sunset: 'Fri, 06 Dec 2030 11:59:59 GMT' }),
    'overlooks a wrong weekday': signal({ Sunset: 'Mon, 05 Dec 2030 00:00:00 GMT' }),
  },
});
