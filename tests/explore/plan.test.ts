import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pointsOf, randomFrom } from '../../src/explore/covering.ts';
import { explorationProbes } from '../../src/explore/plan.ts';
import { isNotSent, type ProbeRequest } from '../../src/probes/probe.ts';
import { answer, pet, trace } from '../support/trace.ts';

const recorded = trace({
  exchanges: [answer('list.minimum', 200, [pet(41)]), answer('create.available', 201, pet(42))],
});

const requestsOf = (seed: number, requests: number): ProbeRequest[] =>
  explorationProbes({ seed, requests }).flatMap(({ build }) => {
    const built = build(recorded);
    return isNotSent(built) ? [] : [built];
  });

it('an exploration builds the same requests for the same seed, also if a probe is built again', () => {
  for (const { build } of explorationProbes({ seed: 7, requests: 100 }))
    expect(build(recorded)).toEqual(build(recorded));
  expect(requestsOf(7, 100)).toEqual(requestsOf(7, 100));
  expect(requestsOf(7, 100)).not.toEqual(requestsOf(8, 100));
});

it('an exploration has as many probes as the budget allows, with ids of their own, of which at most a quarter create animals', () => {
  const probes = explorationProbes({ seed: 3, requests: 300 });
  expect(new Set(probes.map(({ id }) => id)).size).toBe(300);
  expect(probes.filter(({ stores }) => stores).length).toBeLessThanOrEqual(75);
});

it('an exploration changes or deletes only ids that no animal has', () => {
  const changing = [5, 6, 7]
    .flatMap((seed) => requestsOf(seed, 900))
    .filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method));
  expect(changing.length).toBeGreaterThan(5);
  for (const { path } of changing) expect(['/pets/41', '/pets/42', '/pets']).not.toContain(path);
});

/** A space of as many numbers in each dimension, and points of it. */
function pointsIn(sizes: readonly number[], count: number, seed: number): number[][] {
  const space = sizes.map((size, dimension) => [`d${dimension}`, Array.from({ length: size }, (_, value) => value)]);
  const points = pointsOf(Object.fromEntries(space) as Record<string, number[]>, count, randomFrom(seed));
  return points.map((point) => sizes.map((_, dimension) => point[`d${dimension}`] ?? Number.NaN));
}

it('a plan covers every pair with far fewer points than combinations', () => {
  const pairs = pointsIn([6, 5, 4, 4, 3], 45, 1).flatMap((row) =>
    row.flatMap((a, i) => row.slice(i + 1).map((b, j) => `${i}.${a}.${i + 1 + j}.${b}`)),
  );
  expect(new Set(pairs).size).toBe(6 * 5 + 6 * 4 * 2 + 6 * 3 + 5 * 4 * 2 + 5 * 3 + 4 * 4 + 4 * 3 * 2);
});

it('a plan uses each value of the largest dimension once before any of them twice', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(sizes, fc.nat(), (counts, seed) => {
      const most = Math.max(...counts);
      const values = pointsIn(counts, most, seed).map((row) => row[counts.indexOf(most)]);
      expect(new Set(values).size).toBe(most);
    }),
  );
});
