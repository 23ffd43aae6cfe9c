import * as Type from 'typebox';
import { about, byName, integer, maybe, number, type Of, orNull, shared, text } from '../exchange/records/types.ts';
import type { Values } from '../text/template.ts';

export const MEASURED = Type.Object(
  { value: number, from: number, to: orNull(number) },
  { description: 'A measured value with its 95 % interval; to is null if too few were measured.' },
);
const measured = shared('estimate', MEASURED);
const latency = Type.Object({ p50: measured, p95: measured, p99: measured });

const numbers = {
  level: about(number, 'Of the projected peak: 1 is the peak itself.'),
  rps: about(number, 'Planned requests per second.'),
  planned: about(integer, 'Requests that are judged.'),
  sent: about(integer, 'How many of them were sent.'),
  completedRps: about(number, 'Responses per second while requests were offered.'),
  byStatus: about(byName(integer), 'How many of `sent` got each status, or no response.'),
  limited: about(integer, 'Responses with 429, also in the warm-up: a mistake of the set-up, so the step is invalid.'),
  denied: about(integer, 'Responses with 401 or 403, also in the warm-up: a key is wrong, so the step is invalid.'),
  errors: about(measured, 'The share of `sent` without a 2xx, but for 429, 401 and 403; from 0 to 1.'),
  latency: about(
    latency,
    'Milliseconds since the requests were due: what a customer waits. If some were not sent: since they were sent.',
  ),
  served: about(latency, 'Milliseconds since the requests were sent: a lower bound of what a customer waits.'),
  openAtMost: about(integer, 'The most requests that were waiting for a response at the same time.'),
  vus: about(integer, 'The virtual users of k6: the most requests that it could have kept waiting.'),
  lateP99: about(orNull(number), 'How late requests were sent, p99 in milliseconds; null if nothing was measured.'),
  lagP99: about(orNull(number), 'How late timers of the generator fired, p99 in milliseconds.'),
  busy: about(orNull(number), "The share of this machine's processors that was busy."),
  freshConnections: about(
    integer,
    'Connections made after the warm-up: no more requests than these can have been sent twice unseen.',
  ),
};

const invalid = about(
  Type.Enum(['keys', 'machine', 'run']),
  'What makes the step invalid. keys: a 429, 401 or 403. machine: the load generator was late. run: k6 did not finish.',
);

const together = Type.Object(
  {
    instances: about(Type.Array(integer), 'Those whose journals are there, from 1 to `of`.'),
    of: integer,
    apartMs: about(
      orNull(number),
      'The largest time between their first requests, by their clocks; null if one is not known to have begun.',
    ),
  },
  { description: 'How the instances that offered a step together started.' },
);

const reasons = maybe(
  Type.Array(
    Type.Object({
      code: about(text, 'The kind of reason.'),
      params: about(Type.Unsafe<Values>({ type: 'object' }), 'The values in its sentence, by name.'),
    }),
  ),
  'The codes of `because`, in its order.',
);

export const STEP = Type.Object({
  ...numbers,
  verdict: about(
    Type.Enum(['within', 'beyond', 'open', 'invalid']),
    'within: every interval lies within its objective. beyond: one lies beyond it. open: an interval reaches over its objective, or not everything could be sent. invalid: the step shows nothing.',
  ),
  because: about(Type.Array(text), 'What the verdict depends on, one sentence each.'),
  reasons,
  invalid: Type.Optional(invalid),
  swamped: about(Type.Boolean(), 'Not everything could be sent, because the service kept too many requests waiting.'),
  together: Type.Optional(together),
});

export const verdictMembers = {
  verdict: about(
    Type.Enum(['fits', 'does-not-fit', 'not-proven']),
    'fits: the lowest valid step from 100 % on is within. does-not-fit: a step up to 100 % is beyond.',
  ),
  shownBy: about(orNull(number), 'The level of the step that shows it; 1 is the projected peak.'),
  because: about(Type.Array(text), 'What the verdict depends on, one sentence each.'),
  reasons,
  headroom: about(
    orNull(number),
    'The highest step within all objectives, as a multiple of the projected peak; null if there is none.',
  ),
  beyond: maybe(
    orNull(number),
    'The lowest step that is beyond an objective, as headroom; null if there is none. Between both, nothing was shown.',
  ),
  knee: about(orNull(number), 'Responses per second where the service could not keep up; null if it always could.'),
};
const capacityVerdict = Type.Object(verdictMembers);

export type Measured = Of<typeof MEASURED>;
/** One step in numbers; latencies in milliseconds. */
export type StepNumbers = Pick<JudgedStep, keyof typeof numbers>;
export type Invalidity = Of<typeof invalid>;
export type JudgedStep = Of<typeof STEP>;
export type CapacityVerdict = Of<typeof capacityVerdict>;
