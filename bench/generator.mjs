// load/capacity.ts beside a bare k6 script at the same rate, against the reference server: what our record costs. Part of `npm run bench`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.mjs';

const RPS = 2_000;
const SECONDS = 5;
/** In turn; the best of each, since another's load on this machine can only lower it. */
const ROUNDS = 3;
const PER_MINUTE = 600_000;

/** Rows as bench/run.mjs prints them. */
export async function generatorRows(cli, work) {
  const { server, baseUrl, keys } = await serve(cli, ['--enterprise-per-minute', String(PER_MINUTE)]);
  try {
    const k6 = spawnSync(process.execPath, [cli, 'k6', 'path'], { encoding: 'utf8' }).stdout.trim();
    const variables = { BASE_URL: baseUrl, RPS, SECONDS };
    let [bare, ours] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare = Math.max(bare, bareRate(k6, variables, keys.ENTERPRISE, join(work, `bare-rate-${round}.json`)));
      ours = Math.max(ours, ourRate(k6, variables, keys.ENTERPRISE, join(work, `generator-${round}`)));
    }
    return [
      [
        `generator, asked for ${RPS.toLocaleString('en')}/s`,
        `${Math.round(ours).toLocaleString('en')}/s`,
        `${(ours / bare).toFixed(2)} × a bare k6 script (at least 0.9)`,
        ours / bare >= 0.9,
      ],
    ];
  } finally {
    server.kill();
  }
}

function bareRate(k6, variables, key, summary) {
  run(k6, ['--log-output=none', 'bench/bare-rate.js'], { ...variables, KEY: key, SUMMARY: summary });
  return JSON.parse(readFileSync(summary, 'utf8')).sent / SECONDS;
}

/** Counted from the lines of its record: requests that were answered. */
function ourRate(k6, variables, key, folder) {
  mkdirSync(folder);
  const secrets = join(folder, 'keys');
  const journal = join(folder, 'generator.ndjson');
  writeFileSync(secrets, `enterprise#1=${key}\n`, { mode: 0o600 });
  run(
    k6,
    [`--secret-source=file=${secrets}`, '--log-format=raw', `--console-output=${journal}`, 'dist/load/capacity.js'],
    { ...variables, PLANS: `enterprise:${PER_MINUTE}`, VUS: 500 },
  );
  const lines = readFileSync(journal, 'utf8').match(/"kind":"sample".*"status":200/g) ?? [];
  return lines.length / SECONDS;
}

/** Settings as environment variables: arguments show in `ps`. */
function run(k6, args, variables) {
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])),
  };
  const { status, stderr } = spawnSync(k6, ['run', '--quiet', '--no-usage-report', ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`k6 ended with ${status}: ${stderr}`);
}
