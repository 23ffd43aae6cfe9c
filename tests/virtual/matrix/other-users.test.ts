import { describe, expect, it } from 'vitest';
import type { Behaviour, Service } from '../../../src/reference/behaviour.ts';
import { runAgainst } from '../../faults/matrix.ts';
import type { Variant } from '../../faults/table.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import { world } from '../world.ts';

const own = /^\s*Storecheck /;

/** Another user buys the oldest animal that was there before, each time the service gets a list request that `isMoment` selects. */
function buying(id: string, isMoment: (query: URLSearchParams, number: number) => boolean): Variant {
  return {
    id,
    title: 'Has another user who buys animals, which are then gone',
    apply: (base): Behaviour => {
      const gone = new Set<bigint>();
      let lists = 0;
      const buy = ({ store }: Service) => {
        const oldest = store.all().find((animal) => !gone.has(animal.id) && !own.test(animal.name));
        if (oldest !== undefined) gone.add(oldest.id);
      };
      return {
        ...base,
        visible: (animal, service) => base.visible(animal, service) && !gone.has(animal.id),
        find: (wanted, service) => (gone.has(wanted) ? undefined : base.find(wanted, service)),
        list: (request, service) => {
          lists += 1;
          if (isMoment(request.query, lists)) buy(service);
          return base.list(request, service);
        },
      };
    },
  };
}

const once = (): Variant => {
  let isOver = false;
  return buying('buys-once', (query) => {
    const isNow = !isOver && query.get('status') === 'available' && !query.has('storecheck');
    isOver ||= isNow;
    return isNow;
  });
};
const often = () => buying('buys-often', (_query, number) => number % 2 === 0);
/** Most services are further away. After 20 requests, an animal is known for longer than the settle time. */
const slow: Variant = {
  id: 'slow',
  title: 'Takes 0.12 s for each answer',
  apply: (base) => ({
    ...base,
    deliver: (answer, request, wire) => base.later(120, () => base.deliver(answer, request, wire)),
  }),
};

/** Other clients add 40 animals a second, and lists show the newest first. */
const growing: Variant = {
  id: 'growing',
  title: 'Has other users who add 40 animals a second',
  apply: (base): Behaviour => {
    let begun: number | undefined;
    let added = 0;
    const grow = ({ store }: Service) => {
      const now = base.now();
      begun ??= now;
      for (; added < ((now - begun) / 1_000) * 40; added += 1)
        store.add({
          id: base.nextId(store),
          name: `Other ${added}`,
          categoryId: 1n,
          status: ['available', 'pending', 'sold'][added % 3] ?? null,
          createdAt: now,
        });
    };
    const after =
      (step: Behaviour['list']): Behaviour['list'] =>
      (request, service) => {
        grow(service);
        return step(request, service);
      };
    return { ...base, list: after(base.list), get: after(base.get), create: after(base.create) };
  },
};

interface Row {
  readonly variants: readonly Variant[];
  readonly seed?: number;
  readonly readOnly?: boolean;
}

async function judged({ variants, seed = 40, readOnly = false }: Row) {
  const { verdicts } = await runAgainst(variants, { seed }, world(), new AbortController().signal, {
    readOnly,
  });
  const of = (kind: string) => verdicts.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
  return { failed: of('fail'), inconclusive: of('inconclusive') };
}

/** Statuses that change, also back to the first: tests/judge/existence.test.ts. */
describe('other users and late visibility fail nothing and leave nothing inconclusive', () => {
  it.each<readonly [string, () => Row]>([
    ['an animal is bought before a filtered list', () => ({ variants: [once(), slow] })],
    ['animals are bought all the time', () => ({ variants: [often()] })],
    ['animals are bought all the time in a read-only run', () => ({ variants: [often()], readOnly: true })],
    ['an empty store shows animals late', () => ({ variants: [variantNamed('visible-after-a-while')], seed: 0 })],
    ['40 animals are added every second', () => ({ variants: [growing, slow] })],
  ])('%s', async (_what, row) => {
    expect(await judged(row())).toMatchObject({ failed: [], inconclusive: [] });
  });
});

describe('a fault is found although others use the service', () => {
  it.each<readonly [string, string, () => Row]>([
    ['list.status-filter-complete', 'filter-drops-every-third', () => ({ variants: [], readOnly: true })],
    ['list.status-filter-complete', 'filter-drops-every-third', () => ({ variants: [often()] })],
    ['list.consistent', 'complete-lists-omit-old-sold', () => ({ variants: [slow], seed: 25 })],
    ['list.fills-page', 'limit-before-filter', () => ({ variants: [often()] })],
    ['get.still-served', 'removed-early-404', () => ({ variants: [], readOnly: true })],
    ['get.ok', 'removed-early-404', () => ({ variants: [often()] })],
  ])('%s fails on %s', async (id, fault, row) => {
    const { variants, ...rest } = row();
    expect((await judged({ ...rest, variants: [...variants, variantNamed(fault)] })).failed).toContain(id);
  });
});
