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
  readonly bigIds?: boolean;
  readonly fault: string[];
  readonly variant: string[];
  readonly list?: boolean;
}

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
    ...(capacity === undefined ? {} : { capacity }),
    ...(options.bigIds === true ? { firstId: 2n ** 53n + 1n } : {}),
  } satisfies ReferenceOptions;
}
