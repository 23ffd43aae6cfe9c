import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChildOptions } from '../../../src/io/io.ts';

export type K6Arguments = ReturnType<typeof parseArguments>;

/** Reads a command line of src/k6 or of a pod, and the secrets that it names. */
export function parseArguments({ args, cwd, descriptor }: ChildOptions) {
  const given = (option: string) => args.find((one) => one.startsWith(option))?.slice(option.length);
  const segment = given('--execution-segment=');
  const sequence = given('--execution-segment-sequence=');
  const bounds = sequence?.split(',') ?? ['0', '1'];
  const file = given('--secret-source=file=')?.replace('/dev/fd/3', `/dev/fd/${descriptor}`) ?? '';
  return {
    script: args.find((one) => one.endsWith('.js')) ?? '',
    console: resolve(cwd, given('--console-output=') ?? ''),
    secrets: assignments(readFileSync(resolve(cwd, file), 'utf8').split('\n')),
    /** All that a script sees of its environment. */
    env: assignments(args.filter((_, index) => args[index - 1] === '-e')),
    /** Which of `of` equal parts, and the same as `exec.test.options` has it. */
    part: { index: bounds.indexOf(segment?.split(':')[0] ?? '0'), of: bounds.length - 1 },
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
