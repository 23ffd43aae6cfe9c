import { milliseconds } from '../../config/units.ts';
import type { Capacity, Latency } from '../../reference/index.ts';
import type { Problems } from '../console/problems.ts';
import { wholeNumber } from '../options/values.ts';

export interface CapacityOptions {
  readonly capacity?: string;
  readonly latency?: string;
  readonly queue?: string;
  readonly randomSeed?: string;
}

/** Default length of the queue: clients time out before it is full. */
const PLACES = 10_000;

const MOST_RPS = 100_000;

/** The simulated throughput and latency; `undefined`: as fast as possible. */
export function readCapacity(options: CapacityOptions, problems: Problems): Capacity | undefined {
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
