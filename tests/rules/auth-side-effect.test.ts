import { describe, expect, it } from 'vitest';
import { rows } from '../table.ts';
import { again, answer, type Draft, lost, pet, pets, SETTINGS, trace, verdictOn } from '../trace.ts';

const ok = answer('list.minimum', { body: [pet(1)] });
const refusedCreates = [answer('auth.none.create', { status: 401 }), answer('auth.unknown.create', { status: 401 })];
const own = (id: number, probe: string) =>
  pet(id, { name: `Storecheck abc123 ${probe}`, categoryId: 1_900_000_000 + id });
const created = answer('create.available', { status: 201, body: own(50, 'create.available') });
const maximum = (body: unknown, given: Partial<Draft> = {}) => answer('list.maximum', { body, at: 3000, ...given });

const mangled = { ...pet(9), name: '', categoryId: categoryOf('auth.unknown.create') };
rows('auth.no-side-effect', [
  [
    'passes where a later list shows what was created with success and not what was refused',
    [...refusedCreates, created, maximum([own(50, 'create.available')])],
    'pass',
  ],
  ['passes where the list is no full page long after', [...refusedCreates, maximum(pets(3))], 'pass'],
  [
    'fails where an animal of a refused create is there: nobody else sends its name',
    [...refusedCreates, created, maximum([own(51, 'auth.none.create')])],
    'fail',
    'refused-but-stored',
  ],
  [
    'asks for a list after the settle time: it may be stored late',
    [...refusedCreates, created, maximum([own(50, 'create.available')], { at: 500 })],
    'inconclusive',
    /after the settle time/,
  ],
  [
    'fails where only the list after the settle time shows it',
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
    [...refusedCreates, created, maximum([own(50, 'create.available'), own(51, 'auth.none.create-plain')])],
    'pass',
  ],
  [
    'does not take an animal whose name was created as well for it',
    [
      ...refusedCreates,
      created,
      answer('auth.none.create', { status: 201, body: own(51, 'auth.none.create') }),
      maximum([own(50, 'create.available'), own(51, 'auth.none.create')]),
    ],
    'pass',
  ],
  [
    'finds it by its category where the name was mangled',
    [...refusedCreates, maximum([mangled]), again(maximum([mangled], { at: 6000 }))],
    'fail',
  ],
  [
    'does not take an animal of an earlier run, whose category the probe took from a list, for it',
    [maximum([mangled], { at: 0 }), ...refusedCreates, created, maximum([mangled, own(50, 'create.available')])],
    'pass',
  ],
  [
    'does not apply where every page is full of others',
    [...refusedCreates, created, maximum(pets(100, {}, 1000))],
    'not-applicable',
    /full page/,
  ],
  [
    'is not fooled by a list that was sent before',
    [maximum([own(51, 'auth.none.create')], { at: 0 }), ...refusedCreates],
    'inconclusive',
  ],
  [
    'proves nothing where no create was refused',
    [answer('auth.none.create', { status: 201, body: own(5, 'auth.none.create') }), lost('auth.unknown.create')],
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
        again(maximum([pet(3, { categoryId: 1_234_567_890 })], { at: 6000 })),
      ],
    },
    'pass',
  ],
]);

function categoryOf(probe: string): number {
  const [exchange] = trace({ exchanges: [answer(probe)] }).exchanges;
  return Number(JSON.parse(exchange?.sent.body ?? '{}').categoryId);
}

describe('a read-only run', () => {
  it('leaves what needs a create aside and does not fail or pass it', () => {
    const skips = ['auth.none.create', 'auth.unknown.create'].map((probe) => ({
      probe,
      cause: 'read-only' as const,
      reason: 'read-only run: creates are skipped',
    }));
    const verdict = verdictOn('auth.no-side-effect', {
      settings: { ...SETTINGS, readOnly: true },
      exchanges: [ok],
      skips,
    });
    expect(verdict.verdict).toBe('not-applicable');
  });
});
