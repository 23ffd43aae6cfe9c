import { integer, without } from '../../../src/reference/tree.ts';
import { crash, resetConnection } from '../changes/failure.ts';
import { refuseWith } from '../changes/limiter.ts';
import { readable } from '../changes/payload.ts';
import {
  everyNth,
  onStatus,
  reshapeAnswer,
  reshapeObject,
  withBody,
  withHeader,
  withoutHeader,
  withoutRateHeaders,
} from '../changes/reshape.ts';
import { each, faultTable } from '../table.ts';

/** Faults in the status, the body, the headers and the effect of a refusal. */
export const refusalFaults = faultTable({
  ...each(
    {
      'refuses-with-401': [401, 'unauthorized'],
      'refuses-with-403': [403, 'forbidden'],
    },
    ([status, code]) => ({
      title: `Refuses with ${status}`,
      breaks: ['limit.status'],
      apply: refuseWith(status, code),
    }),
  ),
  'refuses-get-with-503': {
    title: 'Refuses getPet with 503, and other operations with 429',
    breaks: ['limit.status'],
    apply: (base) => {
      const overloaded = { ...base, ...refuseWith(503, 'overloaded')(base) };
      return {
        tooMany: (tally, request, service) =>
          (request.operation === 'get' ? overloaded : base).tooMany(tally, request, service),
      };
    },
  },
  'refuses-with-400': {
    title: 'Refuses with 400',
    breaks: ['limit.status'],
    follows: ['limit.rejects-excess'],
    apply: refuseWith(400, 'invalid_request'),
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
  ...each(
    {
      'refusal-as-html': ['Refuses with an HTML page', withBody('text/html', '<h1>429 Too Many Requests</h1>')],
      'refusal-without-body': ['Refuses without a body', (answer) => ({ ...answer, body: '' })],
      'refusal-as-problem-json': [
        'Refuses with application/problem+json',
        withHeader('Content-Type', 'application/problem+json'),
      ],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof reshapeAnswer>[1]]>>,
    ([title, change]) => ({ title, breaks: ['limit.error-body'], apply: reshapeAnswer(onStatus(429), change) }),
  ),
  ...each(
    {
      'refusal-with-another-status': [
        'Sends the status 400 in the Error of a refusal',
        (error) => ({ ...error, status: integer(400) }),
      ],
      'refusal-with-status-as-text': [
        'Sends the status of a refusal as a string',
        (error) => ({ ...error, status: '429' }),
      ],
      'refusal-without-code': ['Omits the code from the Error of a refusal', (error) => without(error, 'code')],
      'refusal-in-an-envelope': ['Wraps the Error of a refusal in an object', (error) => ({ error })],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof reshapeObject>[1]]>>,
    ([title, change]) => ({ title, breaks: ['limit.error-body'], apply: reshapeObject(onStatus(429), change) }),
  ),
  'refusal-without-rate-headers': {
    title: 'Sends no rate headers with a refusal',
    breaks: ['limit.headers'],
    apply: reshapeAnswer(onStatus(429), withoutRateHeaders),
  },
  ...each(
    { 'refusal-without-limit': 'Limit', 'refusal-without-remaining': 'Remaining', 'refusal-without-reset': 'Reset' },
    (name) => ({
      title: `Sends no ${name} with a refusal`,
      breaks: ['limit.headers'],
      apply: reshapeAnswer(onStatus(429), withoutHeader(`X-RateLimit-${name}`)),
    }),
  ),
  ...each({ 'refusal-with-one-remaining': '1', 'refusal-below-zero': '-1' }, (value) => ({
    title: `Sends Remaining ${value} with a refusal`,
    breaks: ['limit.remaining-zero'],
    apply: reshapeAnswer(onStatus(429), withHeader('X-RateLimit-Remaining', value)),
  })),
  'refused-create-stored': {
    title: 'Stores the animal of a create that it refuses',
    breaks: ['limit.all-operations'],
    apply: (base) => ({
      tooMany: (tally, request, service) => {
        if (request.operation === 'create') readable(() => service.behaviour.create(request, service));
        return base.tooMany(tally, request, service);
      },
    }),
  },
});
