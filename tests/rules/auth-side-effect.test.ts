import { markedName } from '../../src/probes/index.ts';
import { rows } from '../table.ts';
import { again, answer, type Draft, lost, pet, pets, SETTINGS, trace } from '../trace.ts';

const refusedCreates = [answer('auth.none.create', 401), answer('auth.unknown.create', 401)];
const own = (id: number, probe: string) =>
  pet(id, { name: markedName(SETTINGS, probe), categoryId: 1_900_000_000 + id });
const created = answer('create.available', 201, own(50, 'create.available'));
const later = (body: unknown) => again(maximum(body, { at: 6000 }));
const maximum = (body: unknown, given: Partial<Draft> = {}) => answer('list.maximum', { body, at: 3000, ...given });

const mangled = { ...pet(9), name: '', categoryId: categoryOf('auth.unknown.create') };
rows('auth.no-side-effect', [
  ['the list is not a full page long after', [...refusedCreates, maximum(pets(3))], 'pass'],
  [
    'asks for a list after the settle time: it may be stored late',
    [...refusedCreates, created, maximum([own(50, 'create.available')], { at: 500 })],
    'inconclusive',
    /after the settle time/,
  ],
  [
    'only the list after the settle time shows it',
    [
      ...refusedCreates,
      created,
      maximum([own(50, 'create.available')], { at: 500 }),
      again(maximum([own(50, 'create.available'), own(51, 'auth.unknown.create')])),
    ],
    'fail',
    'refused-but-stored',
  ],
  [
    'does not take an animal that another probe created, whose name begins alike, for it',
    [
      ...refusedCreates,
      created,
      maximum([own(50, 'create.available'), pet(51, { name: `${markedName(SETTINGS, 'auth.none.create')} plain` })]),
    ],
    'pass',
  ],
  [
    'does not take an animal whose name was created as well for it',
    [
      ...refusedCreates,
      created,
      answer('auth.none.create', 201, own(51, 'auth.none.create')),
      maximum([own(50, 'create.available'), own(51, 'auth.none.create')]),
    ],
    'pass',
  ],
  ['the name was mangled, the category was not', [...refusedCreates, maximum([mangled]), later([mangled])], 'fail'],
  [
    'does not take an animal of an earlier run, whose category the probe took from a list, for it',
    [maximum([mangled], { at: 0 }), ...refusedCreates, created, maximum([mangled, own(50, 'create.available')])],
    'pass',
  ],
  ['full pages of others', [...refusedCreates, created, maximum(pets(100, {}, 1000))], 'not-applicable', /full page/],
  ['a list before them', [maximum([own(51, 'auth.none.create')], { at: 0 }), ...refusedCreates], 'inconclusive'],
  [
    'accepted',
    [answer('auth.none.create', 201, own(5, 'auth.none.create')), lost('auth.unknown.create')],
    'inconclusive',
  ],
  [
    'does not take another animal of the configured category for the refused one',
    {
      settings: { categories: ['1234567890'] },
      exchanges: [
        ...refusedCreates,
        created,
        maximum([pet(3, { categoryId: 1_234_567_890 }), own(50, 'create.available')]),
        later([pet(3, { categoryId: 1_234_567_890 })]),
      ],
    },
    'pass',
  ],
]);

function categoryOf(probe: string): number {
  const [exchange] = trace({ exchanges: [answer(probe)] }).exchanges;
  return Number(JSON.parse(exchange?.sent.body ?? '{}').categoryId);
}
