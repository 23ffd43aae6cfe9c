// Node as a process of its own, and what it took.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** To its end. Throws where that is another than was expected. */
export function node(args, { env = process.env, codes = [0] } = {}) {
  const { GITHUB_STEP_SUMMARY: _, ...kept } = env;
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: kept, encoding: 'utf8', maxBuffer: 1e8 });
  const milliseconds = performance.now() - started;
  if (!codes.includes(status)) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
  return { stdout, stderr, milliseconds };
}

/** The same, with the memory that it held at most. */
export function measured(args, options) {
  const ended = node(['-r', './bench/rss.cjs', ...args], options);
  const kilobytes = Number(/RSS (\d+)/.exec(ended.stderr)?.[1] ?? Number.NaN);
  return { ...ended, seconds: ended.milliseconds / 1_000, megabytes: kilobytes / 1_024 };
}

/** What a script says, as JSON. */
export function answerOf(args) {
  return JSON.parse(node(args).stdout);
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
