import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChildOptions } from '../../../src/io/io.ts';

const value = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** The options that src/k6 and the cluster's script use. */
const OPTIONS = {
  ...{ quiet: flag, 'no-color': flag, 'no-usage-report': flag },
  ...{ 'summary-mode': value, 'log-format': value, config: value, 'include-system-env-vars': value },
  ...{ 'console-output': value, 'secret-source': value },
  ...{ 'execution-segment': value, 'execution-segment-sequence': value },
  env: { ...value, short: 'e', multiple: true },
} as const;

export type K6Arguments = ReturnType<typeof parseArguments>;

/** Reads a command line, and the secrets that it names; throws for an option that is not imitated. */
export function parseArguments({ args, cwd, descriptor }: ChildOptions) {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const sequence = values['execution-segment-sequence'];
  const segment = values['execution-segment'];
  const bounds = sequence?.split(',') ?? [];
  const index = bounds.indexOf(segment?.split(':')[0] ?? '');
  const file = values['secret-source']?.replace(/^file=/, '').replace('/dev/fd/3', `/dev/fd/${descriptor}`);
  const secrets = file === undefined ? '' : readFileSync(resolve(cwd, file), 'utf8');
  return {
    script: resolve(cwd, positionals[1] ?? ''),
    console: resolve(cwd, values['console-output'] ?? ''),
    secrets: assignments(secrets.split('\n')),
    /** All that a script sees of its environment. */
    env: assignments(values.env ?? []),
    /** Which of `of` equal parts, and the same as `exec.test.options` has it. */
    part: index === -1 ? { index: 0, of: 1 } : { index, of: bounds.length - 1 },
    segment: { executionSegment: segment ?? null, executionSegmentSequence: sequence ?? null },
  };
}

/** Lines `name=value`. */
const assignments = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)));

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds of one of k6's durations, e.g. `1m30s` or `12.5ms`. */
export function milliseconds(text: string): number {
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g))
    sum += Number(number) * UNITS[unit as keyof typeof UNITS];
  return sum;
}
