import { crash, resetConnection } from '../../failure.ts';
import { integer, object, withMember, without } from '../../json/value.ts';
import { refuseWith } from '../../requota.ts';
import {
  everyNth,
  onStatus,
  reshapeAnswer,
  reshapeObject,
  withBody,
  withHeader,
  withoutHeader,
  withoutRateHeaders,
} from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in the status, the body and the headers of a refusal. */
export const refusalFaults = faults({
  'refuses-with-401': {
    title: 'Refuses with 401',
    breaks: ['limit.status'],
    apply: refuseWith(401, 'unauthorized'),
  },
  'refuses-with-403': {
    title: 'Refuses with 403',
    breaks: ['limit.status'],
    apply: refuseWith(403, 'forbidden'),
  },
  'refuses-with-400': {
    title: 'Refuses with 400',
    breaks: ['limit.status'],
    follows: ['limit.rejects-excess'],
    apply: refuseWith(400, 'invalid_request'),
  },
  'refuses-with-503': {
    title: 'Refuses with 503',
    breaks: ['limit.status'],
    apply: refuseWith(503, 'unavailable'),
  },
  'fails-over-the-limit': {
    title: 'Returns 500 instead of a refusal',
    breaks: ['limit.status', 'limit.no-server-error'],
    apply: refuseWith(500, 'internal_error'),
  },
  'refuses-with-200': {
    title: 'Refuses with 200 and an Error body',
    breaks: ['limit.rejects-excess'],
    apply: refuseWith(200, 'rate_limited'),
  },
  'drops-refused-connections': {
    title: 'Resets the connection instead of refusing',
    breaks: ['limit.status'],
    apply: (base) => ({
      deliver: (answer, request, wire) =>
        answer.status === 429 ? resetConnection(wire) : base.deliver(answer, request, wire),
    }),
  },
  'fails-now-and-then': {
    title: 'Returns 500 for every tenth request of a burst',
    breaks: ['limit.no-server-error'],
    apply: (base) => {
      const tenth = everyNth(10);
      return crash(() => tenth())(base);
    },
  },
  'refusal-as-html': {
    title: 'Refuses with an HTML page',
    breaks: ['limit.error-body'],
    apply: reshapeAnswer(onStatus(429), withBody('text/html', '<h1>429 Too Many Requests</h1>')),
  },
  'refusal-as-text': {
    title: 'Refuses with plain text',
    breaks: ['limit.error-body'],
    apply: reshapeAnswer(onStatus(429), withBody('text/plain', 'Too many requests, please try again later.')),
  },
  'refusal-without-body': {
    title: 'Refuses without a body',
    breaks: ['limit.error-body'],
    apply: reshapeAnswer(onStatus(429), (answer) => ({ ...answer, body: '' })),
  },
  'refusal-as-problem-json': {
    title: 'Refuses with application/problem+json',
    breaks: ['limit.error-body'],
    apply: reshapeAnswer(onStatus(429), withHeader('Content-Type', 'application/problem+json')),
  },
  'refusal-with-another-status': {
    title: 'Sends the status 400 in the Error of a refusal',
    breaks: ['limit.error-body'],
    apply: reshapeObject(onStatus(429), (error) => withMember(error, 'status', integer(400))),
  },
  'refusal-with-status-as-text': {
    title: 'Sends the status of a refusal as a string',
    breaks: ['limit.error-body'],
    apply: reshapeObject(onStatus(429), (error) => withMember(error, 'status', '429')),
  },
  'refusal-without-code': {
    title: 'Omits the code from the Error of a refusal',
    breaks: ['limit.error-body'],
    apply: reshapeObject(onStatus(429), (error) => without(error, 'code')),
  },
  'refusal-in-an-envelope': {
    title: 'Wraps the Error of a refusal in an object',
    breaks: ['limit.error-body'],
    apply: reshapeObject(onStatus(429), (error) => object(['error', error])),
  },
  'refusal-without-rate-headers': {
    title: 'Sends no rate headers with a refusal',
    breaks: ['limit.headers'],
    apply: reshapeAnswer(onStatus(429), withoutRateHeaders),
  },
  'refusal-without-limit': {
    title: 'Sends no Limit with a refusal',
    breaks: ['limit.headers'],
    apply: reshapeAnswer(onStatus(429), withoutHeader('X-RateLimit-Limit')),
  },
  'refusal-without-remaining': {
    title: 'Sends no Remaining with a refusal',
    breaks: ['limit.headers'],
    apply: reshapeAnswer(onStatus(429), withoutHeader('X-RateLimit-Remaining')),
  },
  'refusal-without-reset': {
    title: 'Sends no Reset with a refusal',
    breaks: ['limit.headers'],
    apply: reshapeAnswer(onStatus(429), withoutHeader('X-RateLimit-Reset')),
  },
  'refusal-with-one-remaining': {
    title: 'Sends Remaining 1 with a refusal',
    breaks: ['limit.remaining-zero'],
    apply: reshapeAnswer(onStatus(429), withHeader('X-RateLimit-Remaining', '1')),
  },
  'refusal-below-zero': {
    title: 'Sends Remaining -1 with a refusal',
    breaks: ['limit.remaining-zero'],
    apply: reshapeAnswer(onStatus(429), withHeader('X-RateLimit-Remaining', '-1')),
  },
});
