import * as Type from 'typebox';
import { byName, flag, integer, number, type Of, orNull, shared, text, texts } from '../exchange/records/schema.ts';
import type { Values } from '../text/template.ts';

/** A schema with a sentence about what the value means. */
export const about = <S extends Type.TSchema>(schema: S, description: string) => Type.With(schema, { description });
export const maybe = <S extends Type.TSchema>(schema: S, description: string) =>
  Type.Optional(about(schema, description));

export const ESTIMATE = Type.Object(
  { value: number, from: number, to: orNull(number) },
  { description: 'A measured value with its 95 % interval; to is null if too few were measured.' },
);
const estimate = shared('estimate', ESTIMATE);
const latency = Type.Object({ p50: estimate, p95: estimate, p99: estimate });

const figures = {
  level: about(number, 'Of the projected peak: 1 is the peak itself.'),
  rps: about(number, 'Requests per second that were to be offered.'),
  planned: about(integer, 'Requests that are judged.'),
  sent: about(integer, 'How many of them were sent.'),
  completedRps: about(number, 'Answers per second while requests were offered.'),
  byStatus: byName(integer),
  limited: integer,
  denied: integer,
  errors: estimate,
  latency: about(
    latency,
    'Milliseconds since the requests were due: what a customer waits. If some were not sent: since they were sent.',
  ),
  served: about(latency, 'Milliseconds since the requests were sent: what the service surely took.'),
  openAtMost: integer,
  vus: integer,
  lateP99: about(orNull(number), 'How late requests were sent, p99 in milliseconds; null if nothing was measured.'),
  lagP99: about(orNull(number), 'How late timers of the generator fired, p99 in milliseconds.'),
  busy: about(orNull(number), "The share of this machine's processors that was busy."),
  freshConnections: about(
    integer,
    'Connections made after the warm-up: no more requests than these can have been sent twice unseen.',
  ),
};
const stepFigures = Type.Object(figures);

const kind = Type.Enum(['within', 'beyond', 'open', 'invalid']);
const invalid = Type.Enum(['keys', 'machine', 'run']);

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
      code: about(text, 'The kind of reason: storecheck explain CODE.'),
      params: about(Type.Unsafe<Values>({ type: 'object' }), 'The values in its sentence, by name.'),
    }),
  ),
  'The codes of `because`, in its order.',
);

export const STEP = Type.Object({
  ...figures,
  verdict: kind,
  because: about(texts, 'What the verdict depends on, one sentence each.'),
  reasons,
  invalid: Type.Optional(invalid),
  swamped: about(flag, 'Not everything could be sent, because the service kept too many requests waiting.'),
  together: Type.Optional(together),
});

const verdict = Type.Enum(['fits', 'does-not-fit', 'not-proven']);

export const judgement = {
  verdict,
  shownBy: about(orNull(number), 'The level of the step that shows it; 1 is the projected peak.'),
  because: texts,
  reasons,
  headroom: about(
    orNull(number),
    'The highest step within all objectives, as a multiple of the projected peak; null if there is none.',
  ),
  beyond: maybe(
    orNull(number),
    'The lowest step that is beyond an objective, as headroom; null if there is none. Between both, nothing was shown.',
  ),
  knee: about(orNull(number), 'Answers per second where the service could not keep up; null if it always could.'),
};
const capacityJudgement = Type.Object(judgement);

export type Estimate = Of<typeof ESTIMATE>;
/** One step in numbers; latencies in milliseconds. */
export type StepFigures = Of<typeof stepFigures>;
/** within: every objective surely holds. beyond: one surely does not. open: an interval reaches over one. invalid: our mistake or this machine's. */
export type StepKind = Of<typeof kind>;
/** What makes a step invalid. keys: ours, by the keys. machine: the generator. run: k6 did not come to its end. */
export type Invalidity = Of<typeof invalid>;
export type JudgedStep = Of<typeof STEP>;
export type CapacityVerdict = Of<typeof verdict>;
export type CapacityJudgement = Of<typeof capacityJudgement>;
