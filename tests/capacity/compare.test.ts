import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/capacity/index.ts';
import { experiment, type Queue } from './simulated.ts';

const OBJECTIVES = { p95Ms: 300, errorShare: 0.05 };
const QUEUE: Queue = { capacityRps: 1_000, latencyMs: 50 };
const steps = (queue: Queue) => experiment(queue, 60, OBJECTIVES).steps;

describe('two runs', () => {
  it('of the same service: what differs may be chance', () => {
    const changes = Array.from({ length: 3 }, (_, seed) =>
      compareRuns(steps({ ...QUEUE, seed: 100 + seed }), steps({ ...QUEUE, seed: 200 + seed })),
    ).flat();
    expect(changes.length).toBe(60);
    expect(changes.filter(({ change }) => change !== '~').length).toBeLessThanOrEqual(9);
  });

  it.each([
    ['slower', { latencyMs: 60 }, 'p50', 'higher'],
    ['faster', { latencyMs: 40 }, 'p95', 'lower'],
    ['failing', { failing: 0.03 }, 'errors', 'higher'],
  ] as const)('%s: said', (_name, change, name, expected) => {
    const rows = compareRuns(steps(QUEUE), steps({ ...QUEUE, ...change }));
    expect(rows.filter((row) => row.name === name).map((row) => row.change)).toEqual(Array(5).fill(expected));
  });
});
