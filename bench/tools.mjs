// What the parts of `npm run bench` share: processes, their usage, and rows.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { build } from 'esbuild';

export const CLI = 'dist/storecheck.cjs';
export const work = mkdtempSync(join(tmpdir(), 'storecheck-bench-'));

export const measuring = (what) => console.log(`...  ${what}`);

/** Prints a result. `isKept`: whether it is within its limit. */
export function row(name, value, note, isKept) {
  console.log(`${isKept ? 'ok  ' : 'MISS'} ${name.padEnd(38)} ${value.padStart(22)}  ${note}`);
}

/** Runs Node to its end. Throws if it ends with another code. */
export function node(args, { env = process.env, codes = [0] } = {}) {
  const { GITHUB_STEP_SUMMARY: _, ...kept } = env;
  const started = performance.now();
  const all = ['-r', './bench/usage.cjs', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { env: kept, encoding: 'utf8', maxBuffer: 1e8 });
  const milliseconds = performance.now() - started;
  if (!codes.includes(status)) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
  const [, micros, kilobytes] = /USAGE (\d+) (\d+)/.exec(stderr) ?? [];
  return { stdout, milliseconds, cpu: micros / 1_000, megabytes: kilobytes / 1_024 };
}

/** The median of the milliseconds of so many runs. */
export function medianOf(rounds, run) {
  return median(Array.from({ length: rounds }, () => run().milliseconds));
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Bundles a script in TypeScript, and returns the path of the bundle. */
export async function bundled(entry) {
  const outfile = join(work, `${basename(entry, '.ts')}.cjs`);
  await build({ entryPoints: [entry], bundle: true, format: 'cjs', platform: 'node', outfile, logLevel: 'warning' });
  return outfile;
}

/** Calls `use` while a reference server runs. `keys` by plan, in capitals: { FREE: … }. */
export async function serving(options, use) {
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let text = '';
    for await (const chunk of server.stdout) {
      text += chunk;
      if (text.includes('try: ')) break;
    }
    const found = [...text.matchAll(/STORE_API_KEY_([A-Z]+)=(\S+)/g)];
    return await use({ baseUrl: /http:\S+/.exec(text)[0], keys: Object.fromEntries(found.map(([, ...one]) => one)) });
  } finally {
    server.kill();
  }
}

/** Runs k6 to its end with these variables. */
export function k6(args, variables) {
  const { stdout } = spawnSync(process.execPath, [CLI, 'doctor', '--fix'], { encoding: 'utf8' });
  const path = / at (.+) \(\w+\)/.exec(stdout)[1];
  const { status, stderr } = spawnSync(path, ['run', '--quiet', '--no-usage-report', ...args], {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`k6 ended with ${status}: ${stderr}`);
}
