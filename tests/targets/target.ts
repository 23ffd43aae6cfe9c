import type { RequestListener } from 'node:http';
import type { AnimalStore } from './store.ts';

export interface Setting {
  readonly store: AnimalStore;
  /** N: requests per window, the same for every caller. */
  readonly limit: number;
  readonly windowMs: number;
}

/** By name: a published limiter before a whole Animal Store, configured as its user would. */
export type Targets = Readonly<Record<string, (setting: Setting) => RequestListener | Promise<RequestListener>>>;
