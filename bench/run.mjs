// Side by side in one run, medians: never a timed test, since machines are noisy. `npm run bench`
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { capacityRows } from './capacity.mjs';
import { configRows } from './config.mjs';
import { generatorRows } from './generator.mjs';
import { limitsRows } from './limits.mjs';
import { answerOf, measured, median, node } from './node.mjs';
import { reportsRows } from './reports.mjs';
import { serve } from './serve.mjs';

const ROUNDS = 7;
const CLI = 'dist/storecheck.cjs';
/** Megabytes of heap for judging a million exchanges: too few to hold them all, so they must be read one by one. */
const SMALL_HEAP = 320;
const work = mkdtempSync(join(tmpdir(), 'storecheck-bench-'));

/** Enough for all rounds, so that none waits. */
const CONTRACT = ['--enterprise-per-minute', '100000'];
const { server, baseUrl, keys } = await serve(CLI, CONTRACT);
const env = { ...process.env, STORE_API_KEY_BUSINESS: keys.BUSINESS, STORE_API_KEY_ENTERPRISE: keys.ENTERPRISE };

try {
  const timed = (args) => node(args, { env }).milliseconds;
  const times = { check: [], bare: [], thorough: [], bareThorough: [], help: [], node: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const out = join(work, String(round));
    times.check.push(timed([CLI, 'check', '--base-url', baseUrl, '--plan', 'business', '--out', out, '--quiet']));
    times.bare.push(timed(['bench/bare-loop.mjs', baseUrl, keys.BUSINESS, join(out, 'exchanges.ndjson')]));
    const explored = `${out}-thorough`;
    const depth = ['--depth', 'thorough', '--seed', String(round)];
    times.thorough.push(
      timed([
        CLI,
        'check',
        '--base-url',
        baseUrl,
        '--plan',
        'enterprise',
        ...CONTRACT,
        ...depth,
        '--out',
        explored,
        '--quiet',
      ]),
    );
    times.bareThorough.push(
      timed(['bench/bare-loop.mjs', baseUrl, keys.ENTERPRISE, join(explored, 'exchanges.ndjson')]),
    );
    times.help.push(timed([CLI, '--help']));
    times.node.push(timed(['-e', '0']));
  }
  const check = [CLI, 'check', '--base-url', baseUrl, '--plan', 'business', '--out', join(work, 'memory'), '--quiet'];
  const memory = measured(check, { env }).megabytes;
  const judged = answerOf([await bundled('bench/judge.ts'), join(work, '0', 'exchanges.ndjson')]);
  const thorough = answerOf([await bundled('bench/judge.ts'), join(work, '0-thorough', 'exchanges.ndjson'), '3']);
  const million = answerOf([`--max-old-space-size=${SMALL_HEAP}`, await bundled('bench/limiter.ts')]);
  const rows = [
    ...(await limitsRows(CLI, work)),
    ...(await configRows(CLI, work, bundled)),
    ...(await reportsRows(CLI, work, { checked: join(work, '0'), limited: join(work, 'limits'), bundled })),
    ...(await capacityRows(CLI, work, bundled)),
    ...(await generatorRows(CLI, work)),
    [
      'check against the reference server',
      ms(times.check),
      `${ratio(times.check, times.bare)} × a bare undici loop (at most 2 ×, plus 200 ms)`,
      median(times.check) <= 2 * median(times.bare) + 200,
    ],
    ['bare undici loop, same requests', ms(times.bare), '', true],
    [
      'check --depth thorough',
      ms(times.thorough),
      `${ratio(times.thorough, times.bareThorough)} × a bare undici loop with the same requests (at most 1.5 ×, plus 200 ms)`,
      median(times.thorough) <= 1.5 * median(times.bareThorough) + 200,
    ],
    ['judging a thorough run', `${thorough.milliseconds.toFixed(0)} ms`, '(under 300 ms)', thorough.milliseconds < 300],
    [
      '--help',
      ms(times.help),
      `${ratio(times.help, times.node)} × an empty node (under 150 ms)`,
      median(times.help) < 150,
    ],
    ['memory of a check, at most', `${memory.toFixed(0)} MB`, '(under 120 MB)', memory < 120],
    [
      'judging',
      `${Math.round(judged.perSecond).toLocaleString('en')} exchanges/s`,
      `(at least 100,000) ${judged.note}`,
      judged.perSecond >= 100_000,
    ],
    [
      'limits judged from 1,000,000 exchanges',
      `${million.seconds.toFixed(1)} s, ${million.megabytes.toFixed(0)} MB`,
      `(under 10 s and 500 MB) ${million.note}, heap of ${SMALL_HEAP} MB`,
      million.seconds < 10 && million.megabytes < 500,
    ],
    ['size of dist/storecheck.cjs', `${(readFileSync(CLI).length / 1e6).toFixed(2)} MB`, '', true],
  ];
  for (const [name, value, note, kept] of rows)
    console.log(`${kept ? 'ok  ' : 'MISS'} ${name.padEnd(38)} ${value.padStart(22)}  ${note}`);
} finally {
  server.kill();
  rmSync(work, { recursive: true });
}

async function bundled(entry) {
  const outfile = join(work, `${basename(entry, '.ts')}.cjs`);
  await build({ entryPoints: [entry], bundle: true, format: 'cjs', platform: 'node', outfile, logLevel: 'warning' });
  return outfile;
}

function ms(values) {
  return `${median(values).toFixed(0)} ms`;
}

function ratio(a, b) {
  return (median(a) / median(b)).toFixed(2);
}
