/** The part of k6's command line that src/k6/run/arguments.ts uses. */
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

const IGNORED = new Set([
  'run',
  '--quiet',
  '--no-color',
  '--no-usage-report',
  '--summary-mode',
  '--log-format',
  '--config',
  '--include-system-env-vars',
]);

/** Reads a command line; throws for an option that is not imitated. */
export function parseArguments(args: readonly string[]): K6Arguments {
  const env: Record<string, string> = {};
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [name, value] = cut(argument);
    if (argument === '-e') {
      index += 1;
      const [variable, text] = cut(args[index] ?? '');
      env[variable] = text;
    } else if (!argument.startsWith('-') && argument !== 'run') rest.push(argument);
    else if (!IGNORED.has(name)) options.set(name, value);
  }
  const take = (name: string) => {
    const value = options.get(name) ?? null;
    options.delete(name);
    return value;
  };
  const consoleOutput = take('--console-output');
  const source = take('--secret-source');
  const segment = segmentFrom(take('--execution-segment'), take('--execution-segment-sequence'));
  const unknown = [...options.keys(), ...rest.slice(1)];
  const [script] = rest;
  if (script === undefined || unknown.length > 0) throw new Error(`the virtual k6 does not know ${unknown.join(' ')}`);
  return { script, consoleOutput, secrets: source?.replace(/^file=/, '') ?? null, env, segment };
}

function segmentFrom(text: string | null, sequence: string | null): Segment {
  const bounds = sequence?.split(',') ?? [];
  const index = bounds.indexOf(text?.split(':')[0] ?? '');
  return index === -1 ? { index: 0, of: 1, text, sequence } : { index, of: bounds.length - 1, text, sequence };
}

/** At the first `=`. */
function cut(text: string): [string, string] {
  const at = text.indexOf('=');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
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
