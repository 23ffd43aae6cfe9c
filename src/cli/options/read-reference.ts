import { milliseconds } from '../../config/units.ts';
import {
  type Capacity,
  checkFaults,
  type Fault,
  type Latency,
  limitFaults,
  type ReferenceOptions,
} from '../../reference/index.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { measure, wholeNumber } from './values.ts';

type WithDefault = 'port' | 'window' | 'seed' | 'enterprisePerMinute' | 'enterprisePerDay';
type WithoutDefault = 'keys' | 'capacity' | 'latency' | 'queue' | 'randomSeed';

export interface ServeOptions
  extends Readonly<Record<WithDefault, string>>,
    Partial<Readonly<Record<WithoutDefault, string>>> {
  readonly bigIds?: boolean;
  readonly fault: string[];
}

const MOST_KEYS = 10_000;
/** Maximum number of animals: more would make a list slow. */
const MOST_ANIMALS = 100_000;

export function readReference(options: ServeOptions, problems: Problems) {
  const capacity = readCapacity(options, problems);
  return {
    port: wholeNumber(options.port, '--port', problems, 0, 65_535),
    windowSeconds: (measure('duration', options.window, '--window', problems) ?? 0) / 1_000,
    seed: wholeNumber(options.seed, '--seed', problems, 0, MOST_ANIMALS),
    enterprisePerMinute: wholeNumber(options.enterprisePerMinute, '--enterprise-per-minute', problems),
    enterprisePerDay: wholeNumber(options.enterprisePerDay, '--enterprise-per-day', problems),
    variants: faultsNamed(options.fault, problems),
    keys: poolOf(options.keys === undefined ? 0 : wholeNumber(options.keys, '--keys', problems, 1, MOST_KEYS)),
    ...(capacity === undefined ? {} : { capacity }),
    ...(options.bigIds === true ? { firstId: 2n ** 53n + 1n } : {}),
  } satisfies ReferenceOptions;
}

/** Enterprise keys, the same ones each time. */
function poolOf(count: number): Readonly<Record<string, 'enterprise'>> {
  const keys = Array.from(
    { length: Math.min(count, MOST_KEYS) },
    (_, index) => `ask_enterprise_pool_${String(index + 1).padStart(5, '0')}`,
  );
  return Object.fromEntries(keys.map((key) => [key, 'enterprise' as const]));
}

/** Default length of the queue: clients time out before it is full. */
const PLACES = 10_000;

const MOST_RPS = 100_000;

/** The simulated throughput and latency; `undefined`: as fast as possible. */
function readCapacity(options: ServeOptions, problems: Problems): Capacity | undefined {
  const { capacity, latency, queue, randomSeed } = options;
  const rps = capacity === undefined ? undefined : rateOf(capacity, problems);
  const extra = latency === undefined ? undefined : latencyOf(latency, problems);
  const places = queue === undefined ? PLACES : wholeNumber(queue, '--queue', problems, 0, 1_000_000);
  const seed = randomSeed === undefined ? 1 : wholeNumber(randomSeed, '--random-seed', problems, 0);
  if (queue !== undefined && capacity === undefined)
    problems.add('--queue needs --capacity: add --capacity 200rps, or remove --queue');
  if (randomSeed !== undefined && capacity === undefined && latency === undefined)
    problems.add('--random-seed needs --capacity 200rps or --latency exp:20ms: add one, or remove --random-seed');
  if (capacity === undefined && latency === undefined) return undefined;
  return { ...(rps === undefined ? {} : { rps }), places, latency: extra ?? NONE, seed };
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
