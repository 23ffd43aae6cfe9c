import * as Type from 'typebox';
import { doc, integer, maybe, number, type Of, orNull, recordOf, ref, text } from '../exchange/records/types.ts';
import type { Values } from '../text/template.ts';

export const MEASURED = Type.Object(
  { value: number, from: number, to: orNull(number) },
  { description: 'A measured value with its 95 % interval; to is null if too few were measured.' },
);
const measured = ref('estimate', MEASURED);
const latency = Type.Object({ p50: measured, p95: measured, p99: measured });

const numbers = {
  level: doc(number, 'Of the projected peak: 1 is the peak itself.'),
  rps: doc(number, 'Planned requests per second.'),
  planned: doc(integer, 'Requests that are judged.'),
  sent: doc(integer, 'How many of them were sent.'),
  completedRps: doc(number, 'Responses per second while requests were offered.'),
  byStatus: doc(recordOf(integer), 'How many of `sent` got each status, or no response.'),
  limited: doc(integer, 'Responses with 429, also in the warm-up: a mistake of the set-up, so the step is invalid.'),
  denied: doc(integer, 'Responses with 401 or 403, also in the warm-up: a key is wrong, so the step is invalid.'),
  errors: doc(measured, 'The share of `sent` without a 2xx, but for 429, 401 and 403; from 0 to 1.'),
  latency: doc(
    latency,
    'Milliseconds since the requests were due: what a customer waits. If some were not sent: since they were sent.',
  ),
  served: doc(latency, 'Milliseconds since the requests were sent: a lower bound of what a customer waits.'),
  openAtMost: doc(integer, 'The most requests that were waiting for a response at the same time.'),
  vus: doc(integer, 'The virtual users of k6: the most requests that it could have kept waiting.'),
  lateP99: doc(orNull(number), 'How late requests were sent, p99 in milliseconds; null if nothing was measured.'),
  lagP99: doc(orNull(number), 'How late timers of the generator fired, p99 in milliseconds.'),
  busy: doc(orNull(number), "The share of this machine's processors that was busy."),
  freshConnections: doc(
    integer,
    'Connections made after the warm-up: no more requests than these can have been sent twice unseen.',
  ),
};

const invalid = doc(
  Type.Enum(['keys', 'machine', 'run']),
  'What makes the step invalid. keys: a 429, 401 or 403. machine: the load generator was late. run: k6 did not finish.',
);

const together = Type.Object(
  {
    instances: doc(Type.Array(integer), 'Those whose journals are there, from 1 to `of`.'),
    of: integer,
    apartMs: doc(
      orNull(number),
      'The largest time between their first requests, by their clocks; null if one is not known to have begun.',
    ),
  },
  { description: 'How the instances that offered a step together started.' },
);

const reasons = maybe(
  Type.Array(
    Type.Object({
      code: doc(text, 'The kind of reason.'),
      params: doc(Type.Unsafe<Values>({ type: 'object' }), 'The values in its sentence, by name.'),
    }),
  ),
  'The codes of `because`, in its order.',
);

export const STEP = Type.Object({
  ...numbers,
  verdict: doc(
    Type.Enum(['within', 'beyond', 'open', 'invalid']),
    'within: every interval lies within its objective. beyond: one lies beyond it. open: an interval reaches over its objective, or not everything could be sent. invalid: the step shows nothing.',
  ),
  because: doc(Type.Array(text), 'What the verdict depends on, one sentence each.'),
  reasons,
  invalid: Type.Optional(invalid),
  swamped: doc(Type.Boolean(), 'Not everything could be sent, because the service kept too many requests waiting.'),
  together: Type.Optional(together),
});

export const verdictMembers = {
  verdict: doc(
    Type.Enum(['fits', 'does-not-fit', 'not-proven']),
    'fits: the lowest valid step from 100 % on is within. does-not-fit: a step up to 100 % is beyond.',
  ),
  shownBy: doc(orNull(number), 'The level of the step that shows it; 1 is the projected peak.'),
  because: doc(Type.Array(text), 'What the verdict depends on, one sentence each.'),
  reasons,
  headroom: doc(
    orNull(number),
    'The highest step within all objectives, as a multiple of the projected peak; null if there is none.',
  ),
  beyond: maybe(
    orNull(number),
    'The lowest step that is beyond an objective, as headroom; null if there is none. Between both, nothing was shown.',
  ),
  knee: doc(orNull(number), 'Responses per second where the service could not keep up; null if it always could.'),
};

export type Measured = Of<typeof MEASURED>;
/** One step in numbers; latencies in milliseconds. */
export type StepNumbers = Pick<JudgedStep, keyof typeof numbers>;
export type JudgedStep = Of<typeof STEP>;
export type CapacityVerdict = Of<Type.TObject<typeof verdictMembers>>;
