import type { RequirementId } from './catalogue.ts';

/** What a test of an area, or of one of its requirements, cannot see. */
const BLIND_SPOTS: Readonly<Record<string, string>> = {
  auth: 'invalid keys other than those sent, and the lifetime and permissions of keys. If only a connection that had a key accepts requests without one, a printed curl command gets 401: send one with the key before it, and --next',
  list: 'animals beyond the first 100 of a list, and queries other than those sent',
  create: 'payloads other than those sent, and anything at all in a read-only run',
  get: 'ids other than those requested',
  error: 'errors that no request of the run caused',
  media: 'responses that the run did not receive',
  'robust.no-server-error':
    'requests that the run did not send, and one or two failures of a gateway, after which a repeated request succeeded',
  rate: 'whether the limiter enforces the limit: storecheck limits tests that',
  limit: 'refusals that the run did not cause',
  'limit.admits-plan': 'one request too few, if the headers do not show it',
  'limit.rejects-excess': 'one request too many, on a limiter that refills during the burst',
  'limit.retry-after-sufficient':
    'a Retry-After that is too short by less than the time between its end and the next request (usually below 1 s). Rounding down is a violation',
  'limit.retry-after-reasonable': 'a Retry-After that is too long by less than rounding to seconds and the latency',
  'limit.retry-after-unit': 'the unit of a number that several units explain',
  'limit.reset-true':
    "a Reset that is wrong by less than a second of rounding and the uncertainty of the server's clock",
  'limit.window-is-a-minute': 'a window that is too short by less than about 3 s',
  'limit.refill-rate': 'a refill that is too fast by less than half',
  'limit.all-operations': 'other paths, and an operation that used a request which came back meanwhile',
  'limit.keys-independent': 'other pairs of customers',
  'limit.no-server-error': 'errors at another load',
  'limit.sustained': 'requests at the same rate that are not evenly spread',
  'limit.daily': 'when the day of the service begins',
  'limit.algorithm': 'whether a window is fixed or sliding, if both would have answered the same',
  capacity: 'whether customers behave as projected, and other mixes and longer peaks',
};

export const blindSpotOf = (id: RequirementId): string =>
  BLIND_SPOTS[id] ?? BLIND_SPOTS[id.split('.')[0] ?? ''] ?? 'requests that the run did not send';
