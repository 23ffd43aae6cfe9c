import { capacity } from './capacity.ts';
import type { ConfigCheck } from './check.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { address, categories, durations } from './targets.ts';
import { waivers } from './waivers.ts';

export const CHECKS: readonly ConfigCheck[] = [address, keys, limits, durations, categories, waivers, capacity];
