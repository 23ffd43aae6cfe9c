// Capacity runs against queues whose capacity is known, with the real k6 and simulated. Part of `npm run bench`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { millionRow } from './capacity-million.mjs';
import { answerOf, node } from './node.mjs';
import { serve } from './serve.mjs';

const PER_MINUTE = 60_000;
const CONTRACT = ['--enterprise-per-minute', String(PER_MINUTE)];
/** Runs with a seed each, in turn with a peak below and one above the capacity. */
const RUNS = 20;
const CAPACITIES = [150, 250, 400];
const SIDES = [
  { of: 0.7, truth: 'fits' },
  { of: 1.3, truth: 'does-not-fit' },
];
const SECONDS = 5;

/** Rows as bench/run.mjs prints them; `bundled` makes a file of a script in TypeScript. */
export async function capacityRows(cli, work, bundled) {
  const tally = { right: 0, 'not-proven': 0, wrong: 0 };
  const off = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const { of, truth } = SIDES[seed % SIDES.length];
    const capacityRps = CAPACITIES[seed % CAPACITIES.length];
    const { capacity } = await run(cli, join(work, `capacity-${seed}`), capacityRps, of * capacityRps, seed);
    const { verdict, knee } = capacity;
    tally[verdict === truth ? 'right' : verdict === 'not-proven' ? verdict : 'wrong'] += 1;
    if (knee !== null) off.push(Math.abs(knee / capacityRps - 1));
  }
  const furthest = Math.max(...off);
  const simulated = answerOf([await bundled('bench/capacity-repetitions.ts')]);
  return [
    [
      'capacity: fits or not, real k6',
      `${Math.round((100 * tally.right) / RUNS)} % right`,
      `${tally['not-proven']} not proven, ${tally.wrong} wrong (none) of ${RUNS} seeded runs at ${CAPACITIES.join(', ')}/s, ${SECONDS} s each`,
      tally.wrong === 0 && tally.right > 0,
    ],
    [
      'capacity: fits or not, simulated',
      `${((100 * simulated.right) / simulated.runs).toFixed(1)} % right`,
      `${simulated.notProven} not proven, ${simulated.wrong} wrong (none) ${simulated.note}`,
      simulated.wrong === 0 && simulated.right > 0,
    ],
    [
      'capacity: knee, real k6',
      `${(100 * furthest).toFixed(1)} % off at most`,
      `of the truth, in ${off.length} runs that showed one (at most 10 %)`,
      off.length > 0 && furthest <= 0.1,
    ],
    await millionRow(cli, join(work, `capacity-${RUNS}`), join(work, 'capacity-million')),
  ];
}

/** One run of the command, with the projected peak as its one step. */
async function run(cli, folder, capacityRps, peakRps, seed) {
  const { server, baseUrl, keys } = await serve(cli, [
    ...['--capacity', `${capacityRps}rps`, '--latency', 'lognormal:20ms/0.3', '--random-seed', String(seed)],
    ...CONTRACT,
  ]);
  try {
    const use = ['--use', `enterprise=${(peakRps * 60) / PER_MINUTE}`];
    const peak = ['--subscribers', 'enterprise=1', '--active', 'enterprise=1', ...use];
    const step = ['--steps', '100', '--step-duration', String(SECONDS), '--p95', '300ms', '--errors', '2%'];
    const args = ['--base-url', baseUrl, '--key', 'enterprise=env:KEY', ...CONTRACT, ...peak, ...step];
    const env = { ...process.env, KEY: keys.ENTERPRISE };
    node([cli, 'capacity', ...args, '--out', folder, '--reporter', 'json', '--quiet'], { env, codes: [0, 1, 3] });
    return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  } finally {
    server.kill();
  }
}
