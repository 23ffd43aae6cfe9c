/** The steps of an experiment with k6, by the phase in the journal, in their order. */
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

/** A phase in words; one that this version does not know is its own name. */
export const phaseName = (phase: string): string =>
  Object.entries(PHASES).find(([known]) => known === phase)?.[1] ?? phase;

/** The requests that exhaust the limit at once. */
export const isOfBurst = (phase = ''): boolean => phase === 'burst' || phase === 'top-up';

/** Single lists, while the limit comes back. */
export const AFTERMATH = [
  'half-window',
  'before-reset',
  'recovery-retry-after',
  'recovery-reset',
  'after-reset',
] as const;

/** Later parts, each with a calibration of its own: more requests than a figure or a list can show, sent evenly. */
export const isPaced = (phase = ''): boolean => phase === 'sustain' || phase === 'daily';
