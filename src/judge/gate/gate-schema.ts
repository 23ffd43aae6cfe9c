import * as Type from 'typebox';
import { doc, integer, maybe, type Of, recordOf, text } from '../../exchange/records/types.ts';
import type { ObservedValue } from '../../rules/conclusion.ts';

export const observedSchema = Type.Unsafe<ObservedValue>({});

export const waiver = Type.Object(
  {
    reason: text,
    owner: text,
    link: Type.Optional(text),
    expires: doc(text, 'YYYY-MM-DD, the last day.'),
    line: doc(integer, 'Line in the configuration.'),
  },
  { description: 'A waiver accepts this finding until a date: the requirement fails, but the run can pass.' },
);

export const waiverProblem = Type.Object({
  file: maybe(text, 'Path of the configuration.'),
  line: doc(integer, 'Line in the configuration.'),
  requirement: doc(text, 'The id or pattern of the entry.'),
  flaw: Type.Enum(['expired', 'unused', 'no-such-requirement', 'other-signature']),
  level: maybe(Type.Literal('should'), 'Of a warning: it fails the run only with --fail-on should.'),
  message: text,
});

export const driftSchema = Type.Object({
  id: text,
  plan: Type.Optional(text),
  pinned: observedSchema,
  seen: observedSchema,
});

const pinned = Type.Object({
  id: text,
  plan: maybe(text, 'Present for requirements of a plan (`limit.*`).'),
  value: observedSchema,
});

/** observations.json: the pinned behaviour of every target, by the target's name. */
export const OBSERVATIONS = Type.Object({ schemaVersion: Type.Literal(1), targets: recordOf(Type.Array(pinned)) });

/** A pinned behaviour that the specification leaves open. */
export type Pinned = Of<typeof pinned>;
export type ObservationsFile = Of<typeof OBSERVATIONS>;
/** The waiver of a finding; the verdict does not change. */
export type Waiver = Of<typeof waiver>;
export type WaiverProblem = Of<typeof waiverProblem>;
/** A changed behaviour. For objects, only the fields that differ. */
export type Drift = Of<typeof driftSchema>;
