import { parseArgs } from 'node:util';

/** The part of k6's command line that src/k6/run/environment.ts uses. */
export interface K6Arguments {
  readonly script: string;
  readonly consoleOutput: string | null;
  /** The file of `--secret-source=file=…`. */
  readonly secrets: string | null;
  /** `-e` values: all that a script sees of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly segment: Segment;
}

export interface Segment {
  /** Which of `of` equal parts. */
  readonly index: number;
  readonly of: number;
  /** As given, for `exec.test.options`; null if the test is not divided. */
  readonly text: string | null;
  readonly sequence: string | null;
}

const value = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** The options that src/k6/run/environment.ts and the first lines of the load scripts use. */
const OPTIONS = {
  ...{ quiet: flag, 'no-color': flag, 'no-usage-report': flag },
  ...{ 'summary-mode': value, 'log-format': value, config: value, 'include-system-env-vars': value },
  ...{ 'console-output': value, 'secret-source': value },
  ...{ 'execution-segment': value, 'execution-segment-sequence': value },
  env: { ...value, short: 'e', multiple: true },
} as const;

/** Reads a command line; throws for an option that is not imitated. */
export function parseArguments(args: readonly string[]): K6Arguments {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [, script, ...more] = positionals;
  if (script === undefined || more.length > 0) throw new Error(`the virtual k6 runs one script, not ${positionals}`);
  return {
    script,
    consoleOutput: values['console-output'] ?? null,
    secrets: values['secret-source']?.replace(/^file=/, '') ?? null,
    env: Object.fromEntries((values.env ?? []).map((text) => [text.split('=')[0], text.replace(/^[^=]*=/, '')])),
    segment: segmentFrom(values['execution-segment'] ?? null, values['execution-segment-sequence'] ?? null),
  };
}

function segmentFrom(text: string | null, sequence: string | null): Segment {
  const bounds = sequence?.split(',') ?? [];
  const index = bounds.indexOf(text?.split(':')[0] ?? '');
  return index === -1 ? { index: 0, of: 1, text, sequence } : { index, of: bounds.length - 1, text, sequence };
}

/** This instance's share of a number of VUs, as k6 divides it among equal segments. */
export function share(value: number, { index, of }: Segment): number {
  return Math.floor(value / of) + (index < value % of ? 1 : 0);
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds of one of k6's durations, e.g. `1m30s` or `12.5ms`. */
export function milliseconds(text: string): number {
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g))
    sum += Number(number) * UNITS[unit as keyof typeof UNITS];
  return sum;
}
