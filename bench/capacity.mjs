// Capacity runs against queues whose capacity is known, and the load generator compared with a bare k6 script.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, k6, measuring, node, row, serving, work } from './tools.mjs';

const PER_MINUTE = 600_000;
const CONTRACT = ['--enterprise', String(PER_MINUTE)];
/** A run for each, with a peak below and one above the capacity. */
const CAPACITIES = [150, 250, 400];
const SIDES = [
  { of: 0.7, truth: 'fits' },
  { of: 1.3, truth: 'does-not-fit' },
];
const SECONDS = 5;
const RPS = 2_000;
const GENERATOR_SECONDS = 3;
/** In turn; the best of each, since other load on this machine can only lower it. */
const GENERATOR_ROUNDS = 2;
const MILLION = 1_000_000;

export async function capacityRows() {
  const cases = CAPACITIES.flatMap((capacityRps) => SIDES.map((side) => ({ capacityRps, ...side })));
  measuring(`${cases.length} capacity runs of ${SECONDS} s at ${CAPACITIES.join(', ')}/s`);
  const folder = (index) => join(work, `capacity-${index}`);
  const tally = { right: 0, 'not-proven': 0, wrong: 0 };
  const off = [];
  for (const [index, { capacityRps, of, truth }] of cases.entries()) {
    const { verdict, knee } = await capacityRun(folder(index), capacityRps, of * capacityRps);
    tally[verdict === truth ? 'right' : verdict === 'not-proven' ? verdict : 'wrong'] += 1;
    if (knee !== null) off.push(Math.abs(knee / capacityRps - 1));
  }
  row(
    'capacity: fits or not',
    `${tally.right} of ${cases.length} right`,
    `${tally['not-proven']} not proven, ${tally.wrong} wrong (none)`,
    tally.wrong === 0 && tally.right > 0,
  );
  const furthest = Math.max(0, ...off);
  const shown = `of the truth, in ${off.length} runs that showed one (at most 10 %)`;
  row('capacity: knee', `${(100 * furthest).toFixed(1)} % off at most`, shown, off.length > 0 && furthest <= 0.1);
  generatorRow(await serving(CONTRACT, generator));
  millionRow(folder(cases.length - 1));
}

/** One run of the command, with the projected peak as its one step. */
function capacityRun(folder, capacityRps, peakRps) {
  const queue = ['--capacity', String(capacityRps), '--latency', '20ms'];
  return serving([...queue, ...CONTRACT], ({ baseUrl, keys }) => {
    const config = `${folder}.yaml`;
    const plans = { enterprise: { subscribers: 1, activeAtPeak: 1, use: (peakRps * 60) / PER_MINUTE } };
    writeFileSync(config, JSON.stringify({ capacity: { plans, objectives: { p95: '300ms', errors: '2%' } } }));
    const step = ['--config', config, '--steps', '100', '--step-duration', String(SECONDS)];
    const args = ['--base-url', baseUrl, '--key', 'enterprise=env:KEY', ...CONTRACT, ...step];
    const env = { ...process.env, KEY: keys.ENTERPRISE };
    node([CLI, 'capacity', ...args, '--out', folder, '--reporter', 'json', '--quiet'], { env, codes: [0, 1, 3] });
    return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).capacity;
  });
}

/** Responses per second of load/capacity.ts and of a bare k6 script. */
function generator({ baseUrl, keys }) {
  measuring(`the load generator at ${RPS}/s, ${GENERATOR_ROUNDS} times in turn with a bare k6 script`);
  const variables = { BASE_URL: baseUrl, RPS: String(RPS), SECONDS: String(GENERATOR_SECONDS) };
  const config = join(work, 'generator.json');
  const plan = { plan: 'enterprise', key: 'enterprise#1', perWindow: PER_MINUTE, windowSeconds: 60, keys: 1, share: 1 };
  const step = {
    level: 1,
    perMinute: RPS * 60,
    count: RPS * GENERATOR_SECONDS,
    warmUp: 0,
    first: 0,
    vus: 500,
    tag: 'bench',
  };
  const mix = { list: 1, get: 0, create: 0 };
  writeFileSync(
    config,
    JSON.stringify({ run: 'bench', baseUrl, timeoutSeconds: 10, experiments: [plan], step: { ...step, mix } }),
  );
  const journal = join(work, 'generator.ndjson');
  const summary = join(work, 'bare-rate.json');
  const secrets = join(work, 'generator-keys');
  writeFileSync(secrets, `enterprise#1=${keys.ENTERPRISE}\n`, { mode: 0o600 });
  const recording = [`--secret-source=file=${secrets}`, '--log-format=raw', `--console-output=${journal}`];
  let [bare, ours] = [0, 0];
  for (let round = 0; round < GENERATOR_ROUNDS; round += 1) {
    k6(['--log-output=none', 'bench/bare-rate.js'], { ...variables, KEY: keys.ENTERPRISE, SUMMARY: summary });
    bare = Math.max(bare, JSON.parse(readFileSync(summary, 'utf8')).sent / GENERATOR_SECONDS);
    // k6 appends to the journal.
    writeFileSync(journal, '');
    k6([...recording, 'dist/load/capacity.js'], { CONFIG: config });
    const answered = readFileSync(journal, 'utf8').match(/"kind":"sample".*"status":200/g) ?? [];
    ours = Math.max(ours, answered.length / GENERATOR_SECONDS);
  }
  return { bare, ours };
}

function generatorRow({ bare, ours }) {
  const ratio = ours / bare;
  const value = `${Math.round(ours).toLocaleString('en')}/s`;
  row('load generator', value, `${ratio.toFixed(2)} × a bare k6 script (at least 0.9)`, ratio >= 0.9);
}

/** The journal of a run, its samples repeated until they are a million: one long step. */
function millionRow(run) {
  measuring('a capacity run of 1,000,000 requests');
  const folder = join(work, 'capacity-million');
  mkdirSync(folder);
  stretch(join(run, 'exchanges.ndjson'), join(folder, 'exchanges.ndjson'));
  const judged = node([CLI, 'report', folder, '--judge', '--reporter', 'json'], { codes: [0, 1, 3] });
  const sent = JSON.parse(judged.stdout).capacity.steps[0]?.sent;
  if (!(sent >= MILLION)) throw new Error(`${sent} requests were judged`);
  row(
    'capacity judged from 1,000,000 requests',
    `${(judged.milliseconds / 1_000).toFixed(1)} s, ${judged.megabytes.toFixed(0)} MB`,
    '(under 20 s and 600 MB) journal read, intervals, report',
    judged.milliseconds < 20_000 && judged.megabytes < 600,
  );
}

function stretch(from, to) {
  const records = readFileSync(from, 'utf8').trim().split('\n').map(JSON.parse);
  const samples = records.filter(({ kind, n }) => kind === 'sample' && n >= 0);
  const { step } = records.find(({ kind }) => kind === 'start').config;
  const copies = Math.ceil(MILLION / samples.length) + 1;
  const file = openSync(to, 'w');
  const write = (some) => writeSync(file, some.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const first = records.findIndex(({ kind }) => kind === 'sample');
  const longer = { ...step, count: copies * step.count };
  const before = records.slice(0, first);
  write(before.map((one) => (one.kind === 'start' ? { ...one, config: { ...one.config, step: longer } } : one)));
  for (let copy = 0; copy < copies; copy += 1) {
    const shift = (copy * step.count * 60_000) / step.perMinute;
    const moved = ({ n, due, sent, received }) => ({
      n: n + copy * step.count,
      due: due + shift,
      sent: sent + shift,
      received: received + shift,
    });
    write(samples.map((sample) => ({ ...sample, ...moved(sample) })));
  }
  write(records.slice(first).filter(({ kind }) => kind !== 'sample'));
  closeSync(file);
}
