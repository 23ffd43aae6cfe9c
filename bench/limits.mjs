// The load half side by side with a bare k6 script, on a window of a few seconds; what is beyond the window is ours. Part of `npm run bench`.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { serve } from './serve.mjs';

const WINDOW_SECONDS = 10;
const PLANS = { free: 60, pro: 300, business: 1000 };

/** Rows as bench/run.mjs prints them: name, value, note, whether the bound is kept. */
export async function limitsRows(cli, work) {
  const { server, baseUrl, keys } = await serve(cli, ['--window', String(WINDOW_SECONDS)]);
  const env = { ...process.env };
  for (const plan of Object.keys(PLANS)) env[`STORE_API_KEY_${plan.toUpperCase()}`] = keys[plan.toUpperCase()];
  try {
    const folder = join(work, 'limits');
    const started = performance.now();
    const child = spawn(
      process.execPath,
      [cli, 'limits', '--base-url', baseUrl, '--window', String(WINDOW_SECONDS), '--out', folder, '--quiet'],
      { env, stdio: 'inherit' },
    );
    const ended = new Promise((resolve) => child.once('close', resolve));
    const peak = await peakOfK6(ended);
    const code = await ended;
    const seconds = (performance.now() - started) / 1000;
    if (code !== 0) throw new Error(`limits ended with ${code}`);
    const { limits } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
    const most = Math.max(...Object.entries(PLANS).map(([plan, number]) => limits[plan].sent - number));
    const burst = burstOf(join(folder, 'exchanges.ndjson'), 'business#1');
    await new Promise((resolve) => setTimeout(resolve, (WINDOW_SECONDS + 1) * 1000));
    const bare = await bareBurst(cli, work, baseUrl, env);
    const counts = Object.keys(PLANS).map((plan) => `${plan} ${limits[plan].sent}`);
    return [
      ['requests of a limits run', counts.join(', '), `at most ${most} beyond N (at most 9)`, most <= 9],
      [
        'limits beyond its window',
        `${(seconds - WINDOW_SECONDS).toFixed(1)} s`,
        `three plans at once, window of ${WINDOW_SECONDS} s (at most 5 s)`,
        seconds - WINDOW_SECONDS <= 5,
      ],
      ['memory of k6, at most', `${peak.toFixed(0)} MB`, 'three plans together (under 150 MB)', peak < 150],
      [
        'burst of 1,001 over 50 connections',
        `${burst.toFixed(2)} s`,
        `${(burst / bare).toFixed(2)} × a bare k6 script with 50 VUs (at most 3 s)`,
        burst <= 3,
      ],
    ];
  } finally {
    server.kill();
  }
}

/** Seconds from the first sending to the last receipt. */
function burstOf(journal, key) {
  const lines = readFileSync(journal, 'utf8').trim().split('\n').map(JSON.parse);
  const burst = lines.filter((line) => line.key === key && line.phase === 'burst' && line.sent !== undefined);
  const sent = burst.map((line) => line.sent.at);
  const received = burst.map((line) => line.received.at);
  return (Math.max(...received) - Math.min(...sent)) / 1000;
}

/** The same number of requests with nothing recorded: k6's own time for them, without its start. */
async function bareBurst(cli, work, baseUrl, env) {
  const k6 = spawnSync(process.execPath, [cli, 'k6', 'path'], { encoding: 'utf8' }).stdout.trim();
  const summary = join(work, 'bare-k6.json');
  const { status, stderr } = spawnSync(
    k6,
    ['run', '--quiet', '--no-usage-report', '--log-output=none', 'bench/bare-burst.js'],
    { env: { ...env, BASE_URL: baseUrl, KEY: env.STORE_API_KEY_BUSINESS, SUMMARY: summary }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`bare k6 ended with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(summary, 'utf8')).seconds;
}

/** Greatest resident set of any process named k6 while `ended` is not settled, in MB. */
async function peakOfK6(ended) {
  let over = false;
  let peak = 0;
  ended.then(() => {
    over = true;
  });
  while (!over) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) peak = Math.max(peak, residentOf(pid));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return peak;
}

function residentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (!/^Name:\s+k6/m.test(status)) return 0;
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
