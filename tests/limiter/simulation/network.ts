import type { Random } from './random.ts';

/** One way: `base` and up to `jitter` milliseconds, so that answers overtake each other. */
export interface Network {
  readonly base: number;
  readonly jitter: number;
  /** Server clock minus the client's, at a moment of the client's. */
  readonly offsetAt: (now: number) => number;
  /** Numbers of the requests whose answer is lost. */
  readonly lost: readonly number[];
  readonly random: Random;
}

export const oneWay = ({ base, jitter, random }: Network): number => 0.2 + base + jitter * random() ** 2;

/** How long the client waits for an answer that is lost. */
export const PATIENCE = 4_000;
