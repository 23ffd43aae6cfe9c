import { milliseconds } from '../../config/units.ts';
import {
  type Capacity,
  exploredFaults,
  type Fault,
  faults,
  type Latency,
  legalVariants,
  limitFaults,
  limitVariants,
  type ReferenceOptions,
  type Variant,
} from '../../reference/index.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { contract, measure, wholeNumber } from './values.ts';

type WithDefault = 'port' | 'window' | 'seed' | 'enterprise';
type WithoutDefault = 'keys' | 'capacity' | 'latency';

export interface ServeOptions
  extends Readonly<Record<WithDefault, string>>,
    Partial<Readonly<Record<WithoutDefault, string>>> {
  readonly bigIds?: boolean;
  readonly fault: string[];
  readonly variant: string[];
  readonly list?: boolean;
}

const MOST_KEYS = 10_000;
/** Maximum number of animals: more would make a list slow. */
const MOST_ANIMALS = 100_000;

export function readReference(options: ServeOptions, problems: Problems, random: () => number) {
  const capacity = readCapacity(options, problems, random);
  return {
    port: wholeNumber(options.port, '--port', problems, 0, 65_535),
    windowSeconds: (measure('duration', options.window, '--window', problems) ?? 0) / 1_000,
    seed: wholeNumber(options.seed, '--seed', problems, 0, MOST_ANIMALS),
    enterprise: contract(options.enterprise, '--enterprise', problems) ?? {},
    variants: readVariants(options, problems),
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

const FAULTS: readonly Fault[] = [...faults, ...exploredFaults, ...limitFaults];
/** All faults, without duplicates of both parts. */
const VARIANTS: readonly Variant[] = [...new Set([...legalVariants, ...limitVariants])];

/** Finds faults and variants by id. Adds a problem for an unknown id. */
export function readVariants(
  { fault, variant }: { readonly fault: readonly string[]; readonly variant: readonly string[] },
  problems: Problems,
): Variant[] {
  return [...pick(fault, FAULTS, '--fault', problems), ...pick(variant, VARIANTS, '--variant', problems)];
}

function pick(ids: readonly string[], variants: readonly Variant[], option: string, problems: Problems): Variant[] {
  return ids.flatMap((id) => {
    const found = variants.find((variant) => variant.id === id);
    if (found === undefined)
      problems.add(
        `${option}: unknown id ${JSON.stringify(id)}${didYouMean(
          id,
          variants.map((variant) => variant.id),
        )}; storecheck serve --list shows them`,
      );
    return found ?? [];
  });
}

const MUSTS: readonly string[] = REQUIREMENTS.filter(({ level }) => level === 'must').map(({ id }) => id);

/** Whether a fault itself violates no must. */
const isWarning = ({ breaks }: Fault): boolean => !breaks.some((id) => MUSTS.includes(id));

export function catalogue(): string {
  const rows = (title: string, variants: readonly Variant[], mark: (id: string) => string = () => '') => [
    title,
    ...variants.map(({ id, title: what }) => `  ${id.padEnd(42)} ${what}${mark(id)}`),
    '',
  ];
  const warnings = FAULTS.filter(isWarning).map(({ id }) => id);
  const mark = (id: string) => (warnings.includes(id) ? ' (warning)' : '');
  const lines = [
    'A fault violates a must and fails the run. One marked (warning) violates good practice; the run then passes, unless a must is hit as a side effect.',
    '',
    ...rows('faults (--fault) that check finds', faults, mark),
    ...rows('faults (--fault) that only check --depth thorough finds', exploredFaults, mark),
    ...rows('faults (--fault) that limits finds', limitFaults, mark),
    ...rows('legal variants (--variant)', VARIANTS),
  ];
  return lines.join('\n');
}
