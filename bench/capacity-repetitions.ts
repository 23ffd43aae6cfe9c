// Seeded repetitions against a queue whose answer is known from theory: how often is the verdict right, not proven, wrong?
import { experiment } from '../tests/capacity/simulated.ts';
import { timeInSystem } from '../tests/reference/queueing-theory.ts';

const SEEDS = 20;
const CAPACITIES = [100, 200, 400];
/** Of the rate at which p95 is just as high as the objective. */
const DISTANCES = [0.8, 0.9, 1.1, 1.2];
const OBJECTIVES = { p95Ms: 100, errorShare: 0.01 };

/** The highest rate at which the objective is held. */
function edge(capacityRps: number): number {
  let [held, missed] = [0, capacityRps];
  while (missed - held > 0.01) {
    const middle = (held + missed) / 2;
    if (timeInSystem(0.95, middle, capacityRps) <= OBJECTIVES.p95Ms) held = middle;
    else missed = middle;
  }
  return held;
}

const tally = { right: 0, notProven: 0, wrong: 0 };
for (const capacityRps of CAPACITIES)
  for (const distance of DISTANCES)
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const queue = { capacityRps, latencyMs: 0, seed: seed * 1_009 };
      const { verdict } = experiment(queue, distance * edge(capacityRps), OBJECTIVES);
      const truth = distance < 1 ? 'fits' : 'does-not-fit';
      tally[verdict === truth ? 'right' : verdict === 'not-proven' ? 'notProven' : 'wrong'] += 1;
    }
const runs = SEEDS * CAPACITIES.length * DISTANCES.length;
const where = DISTANCES.map((distance) => Math.round(100 * distance)).join(', ');
const note = `of ${runs} seeded runs at ${where} % of the rate at which p95 meets its objective`;
process.stdout.write(JSON.stringify({ ...tally, runs, note }));
