import { fill, type ValuesOf } from './template.ts';

/** What a run prints about its progress, by its code. */
export const PROGRESS = {
  // The search for k6
  'building-k6':
    'Building the pinned k6 with Go, once per machine: Go downloads the modules, then compiles for about 2 minutes.',
  'building-k6-for': 'building k6: {seconds} s',
  'waiting-for-build': 'Waiting for process {pid} on {host}, which is building k6 since {time} UTC.',
  'waiting-for-build-for': 'waiting for the k6 build: {seconds} s',
  'using-k6': 'k6 {version} ({path})',
  'run-after-build': 'Check and limits follow when k6 is built. Ctrl-C stops here: the verdict of the check is above.',
  'check-only':
    'Only the check ran: there is neither k6 2.x nor Go 1.25 to build it. With one of them, the demo also exhausts the rate limits; storecheck doctor says how to get k6.',

  // The end
  stopping: 'stopping; judging the recorded requests. Ctrl-C again exits immediately',
  'stopping-without-result': 'stopping, without a result. Ctrl-C again exits immediately',
  'stopping-at-time-limit':
    'stopping at the time limit (--max-duration); judging the recorded requests. Ctrl-C exits immediately',

  // The requests
  'requests-sent-of': '{sent} of about {planned:count request}',
  'key-counts': '{admitted:count} admitted, {refused:count} refused',
  waiting: 'waiting {seconds} s {reason}',
} as const satisfies Readonly<Record<string, string>>;

/** The steps of an experiment with k6, by the phase in the journal. */
export const PHASES: Readonly<Record<string, string>> = {
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
};

type ProgressCode = keyof typeof PROGRESS;

/** The sentence of a code. */
export function progressText<Code extends ProgressCode>(
  code: Code,
  ...[values]: ValuesOf<(typeof PROGRESS)[Code]>
): string {
  return fill(PROGRESS[code], values ?? {});
}
