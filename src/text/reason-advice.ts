import type { ReasonCode } from './reasons/index.ts';

const QUIET =
  'run again on a quiet or another machine, only the deciding step (--steps 100), or share the load (--segments, --distribute). The generator may be late by a tenth of the smallest latency objective, at least 10 ms';

const KEYS =
  'check the keys and run again: each must be valid and of the plan that its --key names, --enterprise must be the limit of the Enterprise keys, and no other client may use them';

/** What to do about a reason whose sentence does not say it: `storecheck explain CODE` prints it. */
export const REASON_ADVICE = {
  'not-selected': 'run without --only and --skip',
  'option-not-given': 'run storecheck limits with this option, e.g. --second-key free=env:OTHER_CUSTOMER',
  'key-not-in-url': 'test it on staging: logs of the service may then contain the key, so revoke it later',
  'read-only':
    'run with --allow-writes and without --read-only, or set allow: { writes: true } for the target: animals cannot be deleted',
  'set-up': 'correct the mistake that the report names, and run again',
  'k6-missing': 'run storecheck doctor --fix, or set --k6 to the path of a k6',
  'step-rate-limited': KEYS,
  'step-denied': KEYS,
  'unmeasured-timers': QUIET,
  'late-timers': QUIET,
  'requests-late': QUIET,
  'requests-not-sent': QUIET,
  'retry-after-not-waited':
    'shorten the Retry-After of the service: more than the rest of the window is a warning, too (limit.retry-after-reasonable)',
  'no-refill': 'nothing to do: the requirement is only about limiters that refill continuously',
} as const satisfies Readonly<Partial<Record<ReasonCode, string>>>;

/** Why a run created nothing, and how to allow it. `by`: an option, or the place of a setting; undefined if the class of the target forbids it. */
export function readOnlyCause(
  by: string | undefined,
  isLocal: boolean,
): { readonly why: string; readonly fix: string } {
  if (by === '--read-only')
    return { why: 'of --read-only', fix: isLocal ? 'run without it' : 'run without it, and with --allow-writes' };
  if (by?.endsWith(': false') === true) return { why: `the run is read-only (${by})`, fix: 'set it to true' };
  return {
    why: 'the run is read-only',
    fix: 'pass --allow-writes, or set allow: { writes: true } for the target',
  };
}
