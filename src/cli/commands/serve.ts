import { Command } from 'commander';
import { didYouMean } from '../../config/did-you-mean.ts';
import { DURATION, type Kind, milliseconds, QUOTA, whole } from '../../config/kinds.ts';
import { readOption } from '../../config/settings.ts';
import type { Io } from '../../io/io.ts';
import { checkFaults, limitFaults } from '../../reference/faults.ts';
import type { Capacity, Latency } from '../../reference/server/capacity.ts';
import type { ReferenceOptions } from '../../reference/server/options.ts';
import { startReference } from '../../reference/server/start.ts';
import type { Fault } from '../../reference/variant.ts';
import { keyVariable } from '../../result/curl.ts';
import { UsageError } from '../../run/errors.ts';
import { plural } from '../../text/count.ts';
import type { Problems } from '../console/console.ts';
import { called } from '../console/console.ts';
import { problemsOf } from '../options/options.ts';

const collect = (value: string, previous: string[]) => [...previous, ...value.split(',')];

/** `storecheck serve`: the reference server, until Ctrl-C. */
export function serveCommand(io: Io): Command {
  const command = new Command('serve');
  return command
    .optionsGroup('Server:')
    .option('--port <n>', 'port; 0 for any free port', '4010')
    .option('--window <seconds>', 'length of the rate limit window', '60')
    .option('--seed <n>', 'number of animals in the store', '42')
    .optionsGroup('Keys and plans:')
    .option('--enterprise <n[/day]>', 'limits of the enterprise keys: requests/min, and per day', '5000/1000000')
    .option('--keys <n>', 'print this many enterprise keys as a key file')
    .optionsGroup('Slow server:')
    .option('--capacity <rate>', 'maximum throughput, e.g. 200rps; further requests wait in a queue')
    .option(
      '--latency <time>',
      'extra latency: fixed (20ms), exponential (exp:MEAN) or lognormal (lognormal:MEDIAN/SIGMA)',
    )
    .optionsGroup('Faults:')
    .option('--fault <id>', 'enable a fault; repeatable, comma-separated', collect, [])
    .addHelpText('after', `${FAULTS}\n${EXAMPLES}`)
    .action((flags) => serveReference(command, flags, io));
}

const rows = (faults: readonly Fault[]) => faults.map(({ id, title }) => `  ${id.padEnd(30)}${title}`).join('\n');

const FAULTS = `
Faults that check finds:
${rows(checkFaults)}

Faults that limits finds:
${rows(limitFaults)}`;

const EXAMPLES = `
Examples:
  storecheck serve --fault list-without-key
  storecheck serve --keys 12 --enterprise 4000
  storecheck serve --capacity 100rps --latency lognormal:20ms/0.5 --enterprise 60000`;

async function serveReference(command: Command, flags: ServeOptions, io: Io): Promise<void> {
  const problems = problemsOf(command);
  const reference = readReference(flags, problems, io.random);
  problems.check();
  await serve(reference, io);
}

async function serve(options: ReturnType<typeof readReference>, io: Io): Promise<void> {
  const reference = await startReference(options, io).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined
      ? error
      : new UsageError([`--port ${options.port}: cannot listen (${error.code}); choose another port, or 0`]);
  });
  const { perMinute, perDay } = options.enterprise;
  const limits = [perMinute, perDay ?? []].flat().join('/');
  const names = Object.entries(reference.keys).map(([plan, key]) => {
    const line = `export ${keyVariable(plan)}=${key}`;
    // Commented out: with it, every command would need its limits.
    return plan === 'enterprise' ? `  # ${line}   (--enterprise ${limits})` : `  ${line}`;
  });
  const { rps } = options.capacity ?? {};
  const chosen = [
    ...options.variants.map(({ id, title }) => `  ${id}: ${title}`),
    ...(rps === undefined ? [] : [`  capacity: ${rps} requests/s`]),
  ];
  const tool = called(io);
  const window = options.windowSeconds === 60 ? '' : ` --window ${options.windowSeconds}`;
  io.stdout.write(
    [
      `reference server at ${reference.baseUrl}  (Ctrl-C stops it)`,
      ...(chosen.length > 0 ? ['with', ...chosen] : []),
      'keys of this server:',
      ...names,
      ...poolLines(Object.keys(options.keys), limits),
      '',
      `try: ${tool} check --base-url ${reference.baseUrl} --plan pro${window}`,
      `     ${tool} limits --base-url ${reference.baseUrl}${window}`,
      '',
    ].join('\n'),
  );
  await new Promise<void>((resolve) => {
    const release = io.onInterrupt(() => {
      release();
      resolve();
    });
  });
  await reference.close();
}

/** A key file to paste into another terminal; nothing without `--keys`. */
function poolLines(keys: readonly string[], limits: string): string[] {
  if (keys.length === 0) return [];
  return [
    '',
    `${plural(keys.length, 'enterprise key')} (--key enterprise=file:keys.txt --enterprise ${limits}):`,
    "cat >keys.txt <<'END'",
    ...keys,
    'END',
  ];
}

type WithDefault = 'port' | 'window' | 'seed' | 'enterprise';
type WithoutDefault = 'keys' | 'capacity' | 'latency';

interface ServeOptions
  extends Readonly<Record<WithDefault, string>>,
    Partial<Readonly<Record<WithoutDefault, string>>> {
  readonly fault: string[];
}

const MOST_KEYS = 10_000;
/** Maximum number of animals: more would make a list slow. */
const MOST_ANIMALS = 100_000;

function readReference(options: ServeOptions, problems: Problems, random: () => number) {
  const capacity = readCapacity(options, problems, random);
  const read = <T>(kind: Kind<T>, name: WithDefault | 'keys') =>
    readOption(kind, options[name], `--${name}`, problems.add);
  const count = options.keys === undefined ? 0 : (read(whole(1, MOST_KEYS), 'keys') ?? 0);
  return {
    port: read(whole(0, 65_535), 'port') ?? 0,
    windowSeconds: (read(DURATION, 'window') ?? 0) / 1_000,
    seed: read(whole(0, MOST_ANIMALS), 'seed') ?? 0,
    enterprise: read(QUOTA, 'enterprise') ?? {},
    variants: faultsNamed(options.fault, problems),
    keys: poolOf(count),
    ...(capacity === undefined ? {} : { capacity }),
  } satisfies ReferenceOptions;
}

/** Enterprise keys, the same ones each time. */
function poolOf(count: number): Readonly<Record<string, 'enterprise'>> {
  const keys = Array.from({ length: count }, (_, index) => `ask_enterprise_pool_${String(index + 1).padStart(5, '0')}`);
  return Object.fromEntries(keys.map((key) => [key, 'enterprise' as const]));
}

/** Length of the queue: clients time out before it is full. */
const PLACES = 10_000;

const MOST_RPS = 100_000;

/** The simulated throughput and latency; `undefined`: as fast as possible. */
function readCapacity(options: ServeOptions, problems: Problems, random: () => number): Capacity | undefined {
  const { capacity, latency } = options;
  const rps = capacity === undefined ? undefined : rateOf(capacity, problems);
  const extra = latency === undefined ? undefined : latencyOf(latency, problems);
  if (capacity === undefined && latency === undefined) return undefined;
  return {
    ...(rps === undefined ? {} : { rps }),
    places: PLACES,
    latency: extra ?? NONE,
    seed: Math.floor(random() * 1_000_000),
  };
}

const NONE: Latency = { kind: 'constant', ms: 0 };

function rateOf(text: string, problems: Problems): number | undefined {
  const rps = /^\d{1,9}(\.\d{1,6})?rps$/.test(text) ? Number.parseFloat(text) : 0;
  return rps > 0 && rps <= MOST_RPS
    ? rps
    : problems.add(
        `--capacity: ${JSON.stringify(text)} must be a rate above 0rps and up to ${MOST_RPS}rps, e.g. 200rps`,
      );
}

const TIME = String.raw`(\d{1,6}(?:\.\d{1,3})?(?:ms|s))`;
const LONGEST_MS = 600_000;
const WIDEST = 3;

function latencyOf(text: string, problems: Problems): Latency | undefined {
  const [, kind = '', time = '0s', sigma] =
    new RegExp(`^(?:(exp|lognormal):)?${TIME}(?:/(\\d(?:\\.\\d{1,3})?))?$`).exec(text) ?? [];
  const ms = milliseconds(time);
  const isWhole = (kind === 'lognormal') === (sigma !== undefined) && Number(sigma ?? 0) <= WIDEST;
  if (ms === 0 || ms > LONGEST_MS || !isWhole)
    return problems.add(
      `--latency: ${JSON.stringify(text)} must be a time up to 10 minutes (20ms, 1.5s), or a distribution: exp:MEAN (exp:20ms) or lognormal:MEDIAN/SIGMA (lognormal:20ms/0.5, SIGMA up to ${WIDEST})`,
    );
  if (kind === 'exp') return { kind: 'exponential', meanMs: ms };
  if (kind === 'lognormal') return { kind: 'lognormal', medianMs: ms, sigma: Number(sigma) };
  return { kind: 'constant', ms };
}

/** Finds faults by id. Adds a problem for an unknown id. */
export function faultsNamed(ids: readonly string[], problems: Problems): Fault[] {
  const all = [...checkFaults, ...limitFaults];
  return ids.flatMap((id) => {
    const found = all.find((fault) => fault.id === id);
    if (found === undefined)
      problems.add(
        `--fault: unknown id ${JSON.stringify(id)}${didYouMean(
          id,
          all.map((fault) => fault.id),
        )}; storecheck serve --help lists them`,
      );
    return found ?? [];
  });
}
