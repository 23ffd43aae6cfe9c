import { address } from './address.ts';
import { capacity } from './capacity.ts';
import { categories } from './categories.ts';
import type { ConfigCheck } from './check.ts';
import { durations } from './durations.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { waivers } from './waivers.ts';

export const CHECKS: readonly ConfigCheck[] = [address, keys, limits, durations, categories, waivers, capacity];
