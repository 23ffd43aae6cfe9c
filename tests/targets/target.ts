import type { RequestListener } from 'node:http';
import type { AnimalStore } from './store.ts';

export interface Setting {
  readonly store: AnimalStore;
  /** N: requests per window, the same for every caller. */
  readonly limit: number;
  readonly windowMs: number;
}

/** A published limiter before a whole Animal Store, configured as its user would. */
export interface Target {
  readonly name: string;
  /** What is special about it. */
  readonly title: string;
  readonly listener: (setting: Setting) => RequestListener | Promise<RequestListener>;
}
