import { expect, it } from 'vitest';
import { signatureOf } from '../../../src/judge/gate/signature.ts';
import { type Variant, withChanges } from '../../../src/reference/behaviour.ts';
import type { Animal } from '../../../src/reference/store.ts';
import type { PlanName } from '../../../src/spec/plans.ts';
import type { RequirementId } from '../../../src/spec/requirements/catalogue.ts';
import { variantNamed } from '../../faults/index.ts';
import { runAgainst } from '../../matrix/check-matrix.ts';

const other = (id: string, apply: Variant['apply']): Variant => ({ id, title: `Has ${id}`, apply });

/** Answers take a while, as of most services. After 20 requests, an animal is known for longer than the settle time. */
const late = (ms: number) =>
  other(`answers after ${ms} ms`, (base) => ({
    deliver: (answer, request, wire) => base.later(ms, () => base.deliver(answer, request, wire)),
  }));

/** Another user buys the oldest animal that was there before, each time the service gets a list request at such a moment. */
const buying = (isMoment: (query: URLSearchParams, number: number, bought: number) => boolean): Variant =>
  other('a user who buys animals, which are then gone', (base) => {
    const gone = new Set<bigint>();
    const isForSale = ({ id, name }: Animal) => !gone.has(id) && !/^\s*Storecheck /.test(name);
    let lists = 0;
    return {
      visible: (animal, service) => base.visible(animal, service) && !gone.has(animal.id),
      find: (wanted, service) => (gone.has(wanted) ? undefined : base.find(wanted, service)),
      list: (request, service) => {
        lists += 1;
        const oldest = isMoment(request.query, lists, gone.size) ? service.store.animals.find(isForSale) : undefined;
        if (oldest !== undefined) gone.add(oldest.id);
        return base.list(request, service);
      },
    };
  });

const once = buying(
  (query, _, bought) => bought === 0 && query.get('status') === 'available' && !query.has('storecheck'),
);
const often = buying((_query, number) => number % 2 === 0);

/** Lists show the newest first. */
const growing = other('users who add 40 animals a second', (base) => {
  const begun = base.now();
  let added = 0;
  return withChanges(base, (before) => ({
    authenticate: (request, service) => {
      const now = base.now();
      for (; added < ((now - begun) / 1_000) * 40; added += 1) {
        const status = ['available', 'pending', 'sold'][added % 3] ?? null;
        const id = base.nextId(service.store);
        service.store.animals.push({ id, name: `Other ${added}`, categoryId: 1n, status, createdAt: now });
      }
      return before.authenticate(request, service);
    },
  }));
});

interface Given {
  readonly seed?: number;
  readonly readOnly?: boolean;
  readonly plan?: PlanName;
}

async function judged(variants: readonly Variant[], { seed = 40, ...change }: Given = {}) {
  const { verdicts, trace } = await runAgainst(variants, { seed }, change);
  const of = (kind: string) => verdicts.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
  return { failed: of('fail'), inconclusive: of('inconclusive'), passed: of('pass'), trace };
}

/** Statuses that change, also back to the first: tests/store/store.test.ts. */
it.each<[string, readonly Variant[], Given?]>([
  ['an animal is bought before a filtered list', [once, late(120)]],
  ['animals are bought all the time', [often]],
  ['animals are bought all the time in a read-only run', [often], { readOnly: true }],
  ['an empty store shows animals late', [variantNamed('visible-after-a-while')], { seed: 0 }],
  ['40 animals are added every second', [growing, late(120)]],
])('nothing fails or is left inconclusive if %s', async (_what, variants, given) => {
  expect(await judged(variants, given)).toMatchObject({ failed: [], inconclusive: [] });
});

it.each<[string, string, readonly Variant[], Given?]>([
  ['list.status-filter-complete', 'filter-drops-every-third', [], { readOnly: true }],
  ['list.status-filter-complete', 'filter-drops-every-third', [often]],
  ['list.consistent', 'complete-lists-omit-old-sold', [late(120)], { seed: 25 }],
  ['list.fills-page', 'limit-before-filter', [often]],
  ['get.still-served', 'removed-early-404', [], { readOnly: true }],
  ['get.ok', 'removed-early-404', [often]],
])('%s fails on %s although others use the service', async (id, fault, variants, given) => {
  expect((await judged([...variants, variantNamed(fault)], given)).failed).toContain(id);
});

it.each<[string, readonly Variant[], PlanName]>([
  // So far away that a bucket of 1000/min is full again between two requests.
  ['a bucket that is full again before each request', [variantNamed('window-token-bucket'), late(70)], 'business'],
  ['windows of the clock, at the end of one', [variantNamed('end-of-a-minute')], 'free'],
])('%s: simultaneous requests show that each counts, and none is refused', async (_name, variants, plan) => {
  const { passed, trace } = await judged(variants, { plan, seed: 25 });
  expect(passed).toEqual(expect.arrayContaining(['rate.remaining-counts-down', 'rate.counts-every-operation']));
  const refused = trace.exchanges.filter(({ received }) => 'status' in received && received.status === 429);
  expect(refused).toEqual([]);
  // The requests of a check (README.md) and of its confirmation.
  expect(trace.exchanges.length).toBeLessThanOrEqual(90 + 20);
});

/** The parts in the signature of a requirement that a fault violates. */
async function marksOf(requirement: RequirementId, fault: string, seed: number, settings: { readOnly?: boolean } = {}) {
  const { verdicts } = await runAgainst([variantNamed(fault)], { seed }, settings);
  const failed = verdicts.find(({ id, verdict }) => id === requirement && verdict === 'fail');
  return failed === undefined ? [] : signatureOf(requirement, failed.findings).split('-');
}

it.each<[RequirementId, string, 'accepts' | 'does not accept', string, { readOnly?: boolean }]>([
  ['list.limit-honoured', 'limit-plus-one', 'does not accept', 'limit-ignored', {}],
  ['list.limit-honoured', 'limit-plus-one', 'accepts', 'limit-plus-one', {}],
  ['auth.bearer-only', 'basic-accepted', 'does not accept', 'bare-key', {}],
  ['auth.www-authenticate', 'no-challenge', 'accepts', 'no-challenge', { readOnly: true }],
  ['rate.remaining-in-range', 'remaining-above-limit', 'accepts', 'remaining-above-limit', { readOnly: true }],
])('a waiver for %s on %s %s %s on another store: %j', async (requirement, fault, accepts, another, settings) => {
  const accepted = await marksOf(requirement, fault, 25);
  const found = await marksOf(requirement, another, 31, settings);
  expect(found).not.toEqual([]);
  expect(found.every((part) => accepted.includes(part))).toBe(accepts === 'accepts');
});
