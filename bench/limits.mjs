// `limits` with three plans at once, in a window of a few seconds; its burst compared with a bare k6 script.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { CLI, k6, measuring, row, serving, work } from './tools.mjs';

const WINDOW_SECONDS = 10;
const PLANS = { free: 60, pro: 300, business: 1000 };
const WINDOW = ['--window', String(WINDOW_SECONDS)];

/** Returns the folder of the run. */
export async function limitsRows() {
  measuring('limits of three plans at once');
  const folder = join(work, 'limits');
  const { seconds, peak } = await serving(WINDOW, (server) => limitsRun(server, folder));
  const { limits } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  const most = Math.max(...Object.entries(PLANS).map(([plan, number]) => limits[plan].sent - number));
  const sent = Object.keys(PLANS).map((plan) => `${plan} ${limits[plan].sent}`);
  row('requests of a limits run', sent.join(', '), `at most ${most} beyond N (at most 9)`, most <= 9);
  const beyond = seconds - WINDOW_SECONDS;
  row('limits beyond its window', `${beyond.toFixed(1)} s`, `window of ${WINDOW_SECONDS} s (at most 5 s)`, beyond <= 5);
  row('memory of k6, at most', `${peak.toFixed(0)} MB`, 'three plans together (under 150 MB)', peak < 150);
  const burst = burstOf(join(folder, 'exchanges.ndjson'), 'business#1');
  const bare = await serving(WINDOW, bareBurst);
  row(
    'burst of 1,001 over 50 connections',
    `${burst.toFixed(2)} s`,
    `${(burst / bare).toFixed(2)} × a bare k6 script with 50 VUs (at most 3 s)`,
    burst <= 3,
  );
  return folder;
}

async function limitsRun({ baseUrl, keys }, folder) {
  const env = { ...process.env };
  for (const plan of Object.keys(PLANS)) env[`STORE_API_KEY_${plan.toUpperCase()}`] = keys[plan.toUpperCase()];
  const started = performance.now();
  const args = [CLI, 'limits', '--base-url', baseUrl, ...WINDOW, '--out', folder, '--quiet'];
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of childrenOf(child.pid)) peak = Math.max(peak, residentOf(pid));
  }, 200);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  // 3: on a busy machine the burst may take too long for a requirement to be decided.
  if (code !== 0 && code !== 3) throw new Error(`limits ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peak };
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
function bareBurst({ baseUrl, keys }) {
  const summary = join(work, 'bare-burst.json');
  k6(['--log-output=none', 'bench/bare-burst.js'], { BASE_URL: baseUrl, KEY: keys.BUSINESS, SUMMARY: summary });
  return JSON.parse(readFileSync(summary, 'utf8')).seconds;
}

const childrenOf = (pid) => textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
const residentOf = (pid) => Number(/VmHWM:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Empty if the process has ended meanwhile. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
