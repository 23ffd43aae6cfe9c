/** The phases of an experiment with k6 in their order, by their names in the journal. */
export const PHASES = {
  calibrate: 'first request',
  'second-key': 'two keys in turn',
  'each-operation': 'create and get, twice each',
  burst: 'burst',
  'top-up': 'requests added to the burst',
  operations: 'create and get, after the burst',
  'half-window': 'half a window later',
  'before-reset': 'just before Reset',
  'recovery-retry-after': 'after Retry-After, or earlier if it is too long',
  'recovery-reset': 'after Reset, or earlier if it is too late',
  'after-reset': 'half a window after Reset',
  sustain: 'steady traffic',
  daily: 'daily limit',
  capacity: 'capacity',
} as const satisfies Readonly<Record<string, string>>;

/** A phase in words. A phase that this version does not know keeps its name. */
export const phaseName = (phase: string): string =>
  Object.entries(PHASES).find(([known]) => known === phase)?.[1] ?? phase;

/** Whether the phase is part of the burst, which exhausts the limit at once. */
export const isOfBurst = (phase = ''): boolean => phase === 'burst' || phase === 'top-up';

/** The phases after the burst that send a single list, while the quota comes back. */
export const AFTER_BURST = [
  'half-window',
  'before-reset',
  'recovery-retry-after',
  'recovery-reset',
  'after-reset',
] as const;

/** Whether the phase sends requests evenly over a long time, after its own calibration. No figure or list can show so many. */
export const isPaced = (phase = ''): boolean => phase === 'sustain' || phase === 'daily';
