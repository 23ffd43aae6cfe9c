import { describe, expect, it } from 'vitest';
import { explorationProbes, storingCreates } from '../../src/explore/plan.ts';
import { isNotSent, type ProbeRequest } from '../../src/probes/probe.ts';
import { answer, pet, SETTINGS, trace } from '../trace.ts';

const { exchanges } = trace({
  exchanges: [answer('list.minimum', 200, [pet(41)]), answer('create.available', 201, pet(42))],
});
const situation = { settings: SETTINGS, exchanges };

const requestsOf = (seed: number, count: number, readOnly = false): ProbeRequest[] =>
  explorationProbes(seed, count, readOnly).flatMap(({ build }) => {
    const built = build(situation);
    return isNotSent(built) ? [] : [built];
  });

describe('explorationProbes', () => {
  it('builds the same requests for the same seed, also if a probe is sent again', () => {
    for (const { build } of explorationProbes(7, 100, false)) expect(build(situation)).toEqual(build(situation));
    expect(requestsOf(7, 100)).toEqual(requestsOf(7, 100));
    expect(requestsOf(7, 100)).not.toEqual(requestsOf(8, 100));
  });

  it.each([0, 1, 3, 50, 300])('has as many probes as the budget allows, with ids of their own (%i)', (count) => {
    const ids = explorationProbes(1, count, false).map(({ id }) => id);
    expect(ids.length).toBeLessThanOrEqual(count);
    if (count >= 3) expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('creates at most a quarter as many animals as the budget has requests', () => {
    expect(storingCreates(explorationProbes(3, 300, false))).toBeLessThanOrEqual(75);
  });

  it('changes or deletes only ids that no animal has', () => {
    const changing = [5, 6, 7]
      .flatMap((seed) => requestsOf(seed, 900))
      .filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method));
    expect(changing.length).toBeGreaterThan(5);
    for (const { path } of changing) expect(['/pets/41', '/pets/42', '/pets']).not.toContain(path);
  });

  it('can be sent: every header value and path has only characters that HTTP allows', () => {
    for (const { path, headers } of requestsOf(11, 400)) {
      expect(path).toMatch(/^\/[\x21-\x7e]*$/);
      for (const [, value] of headers) expect(value).toMatch(/^[\x20-\x7e]*$/);
    }
  });
});
