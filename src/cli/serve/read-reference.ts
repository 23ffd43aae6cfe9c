import type { ReferenceOptions } from '../../reference/index.ts';
import type { Problems } from '../console/problems.ts';
import { seconds, wholeNumber } from '../options/values.ts';
import { readVariants } from './catalogue.ts';
import { type CapacityOptions, readCapacity } from './read-capacity.ts';

export interface ServeOptions extends CapacityOptions {
  readonly port: string;
  readonly window: string;
  readonly seed: string;
  readonly enterprisePerMinute: string;
  readonly enterprisePerDay: string;
  readonly keys?: string;
  readonly bigIds?: boolean;
  readonly fault: string[];
  readonly variant: string[];
  readonly list?: boolean;
}

const MOST_KEYS = 10_000;
/** Maximum number of animals: more would make a list slow. */
const MOST_ANIMALS = 100_000;

/** The options of the reference server. */
export function readReference(options: ServeOptions, problems: Problems) {
  const capacity = readCapacity(options, problems);
  return {
    port: wholeNumber(options.port, '--port', problems, 0, 65_535),
    windowSeconds: seconds(options.window, '--window', problems),
    seed: wholeNumber(options.seed, '--seed', problems, 0, MOST_ANIMALS),
    enterprisePerMinute: wholeNumber(options.enterprisePerMinute, '--enterprise-per-minute', problems),
    enterprisePerDay: wholeNumber(options.enterprisePerDay, '--enterprise-per-day', problems),
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
