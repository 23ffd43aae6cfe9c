import type { ReasonCode } from './reasons/index.ts';

const CAUSE = 'another possible cause of a violation';
const INSTANCE = 'what is wrong with the journal of an instance';

/** Codes that occur only inside of other messages, and what they state there. */
export const REASON_PARTS: { readonly [Code in ReasonCode]?: string } = {
  'refill-allowed': 'what a refill may have added',
  'other-responses': 'the responses that are neither an admission nor a refusal',
  'wait-restarts': 'the likely cause',
  'counted-apart-from': 'what it means for other operations',
  'temporary-cause': CAUSE,
  crash: CAUSE,
  'restarted-once': CAUSE,
  'single-response': CAUSE,
  'other-requests': CAUSE,
  'clock-off-by-less-than-a-second': CAUSE,
  'restart-or-set-clock': CAUSE,
  'instance-cut-off': INSTANCE,
  'instance-lines-missing': INSTANCE,
  'instance-lines-extra': INSTANCE,
  'instance-timers-not-measured': INSTANCE,
};
