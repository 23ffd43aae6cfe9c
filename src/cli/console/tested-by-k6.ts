import type { RequirementId } from '../../spec/requirements/index.ts';

const REFUSALS =
  'k6 sends the complete quota of a key and 2 more requests, then a create, a get and a few lists. Every refusal';

/** How the commands with k6 test each requirement: docs/limits.md and docs/capacity.md describe the experiments. */
const SENTENCES = {
  'limit.admits-plan':
    'k6 sends the complete quota of a fresh key within one window. It fails if a request is refused although no reading of “requests per minute” allows that',
  'limit.rejects-excess':
    'k6 sends the complete quota of a fresh key and 2 more requests. It fails if more are admitted than a window on any clock, or a refill, can explain',
  'limit.status': `${REFUSALS} must be a 429`,
  'limit.error-body': `${REFUSALS} must have the Error body`,
  'limit.headers': `${REFUSALS} must have the three headers`,
  'limit.remaining-zero': `${REFUSALS} must have Remaining 0`,
  'limit.retry-after-present': `${REFUSALS} must have Retry-After`,
  'limit.retry-after-syntax': `${REFUSALS} must have a Retry-After that can be read`,
  'limit.retry-after-sufficient':
    'after the last refusal, k6 waits for its Retry-After and sends one list. It fails if that is refused, or if any refusal comes after the time of an earlier one',
  'limit.retry-after-reasonable':
    'the Retry-After of each refusal is compared with the rest of the window at that moment',
  'limit.retry-after-unit':
    'the Retry-After of each refusal is compared with the window: it fails if only milliseconds or a timestamp explain the number',
  'limit.reset-true':
    'after the quota is exhausted, k6 sends one list half a window later, one shortly before Reset if that was refused, one when the last Retry-After ends, and one at Reset. It fails if one of them shows that the complete limit was back before Reset, or that it is not back at Reset',
  'limit.window-is-a-minute':
    'the moments of admitted and refused requests bound the length of the window. It fails if the configured length is outside these bounds',
  'limit.refill-rate':
    'half a window after the burst, k6 sends one list. Remaining, and what is admitted, show how much quota came back',
  'limit.all-operations': 'after the quota is exhausted with lists, k6 sends a create and a get: both must be refused',
  'limit.keys-independent':
    'k6 sends lists with two keys in turns, and one more with the second key after the first is exhausted. Each key must have its own counter',
  'limit.no-server-error': 'no response of the experiment may be 5xx',
  'limit.sustained': "k6 sends requests at the plan's rate, evenly spread over one window. None may be refused",
  'limit.daily':
    'k6 sends the quota of a day with a dedicated key, slower than the limit per minute allows. It must be admitted, and one request more refused',
  'limit.algorithm': 'inferred from when quota comes back, and from how Reset moves',
  'limit.rejects-count': 'refused requests are repeated: does the announced end of the wait move?',
  'limit.ban':
    'k6 keeps sending with a dedicated key after 429, once a second, 30 times, and records when the responses change',
  'capacity.offered-load': 'k6 offers the projected peak. The step counts only if k6 sent every request, and in time',
  'capacity.latency':
    'k6 offers the projected peak. The 95 % intervals of p50, p95 and p99 are compared with the objectives',
  'capacity.errors': 'k6 offers the projected peak. The 95 % interval of the error rate is compared with the objective',
  'capacity.headroom': 'k6 offers 50 to 150 % of the projected peak, in steps, until one misses an objective by far',
} satisfies Readonly<Record<Extract<RequirementId, `limit.${string}` | `capacity.${string}`>, string>>;

export const TESTED_BY_K6: Partial<Readonly<Record<RequirementId, string>>> = SENTENCES;
