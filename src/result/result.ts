import * as Type from 'typebox';
import { MEASURED, STEP, verdictMembers } from '../capacity/result-schema.ts';
import { PROJECTION_PARTS, planned } from '../exchange/records/capacity-record.ts';
import { KEY_SOURCES } from '../exchange/records/run-record.ts';
import {
  doc,
  integer,
  maybe,
  number,
  type Of,
  orNull,
  positive,
  recordOf,
  text,
  values,
} from '../exchange/records/types.ts';
import { driftSchema, observedSchema, waiver, waiverProblem } from '../judge/gate/gate-schema.ts';
import { FAIL_ON } from '../spec/requirement.ts';
import { EXIT } from '../text/exit-codes.ts';
import { NOTES, type NoteCode } from '../text/notes.ts';
import { ENDS } from '../text/reasons.ts';

const finding = Type.Object({
  code: doc(text, 'The kind of finding.'),
  params: doc(values, 'The values in its sentences, by name.'),
  message: text,
  expected: text,
  actual: text,
  exchanges: doc(Type.Array(integer), 'Numbers (seq) in exchanges.ndjson.'),
  attempt: maybe(integer, 'Only 1: the first attempt at a limit shows it, and the confirmation attempt does not.'),
  curl: maybe(
    text,
    'Shows the finding again, with the key from the variable or file that the run took it from. Absent if one request, or one after a read with the key, does not show it: repeat the command with --only.',
  ),
  creates: maybe(Type.Literal(true), 'The request of `curl` can create an animal that remains.'),
});

const onlyIf = (verdicts: readonly string[], then: object) => ({
  if: { properties: { verdict: { enum: verdicts } } },
  then,
});

const requirement = Type.Object(
  {
    id: text,
    level: Type.Enum(['must', 'should', 'observe']),
    title: text,
    clause: doc(text, 'The heading in the specification.'),
    quote: doc(text, 'The sentence of the specification, quoted; or a row of its table in words.'),
    source: maybe(
      text,
      'The RFC, the practice or your objective, if the specification does not state it; or how storecheck reads its sentence.',
    ),
    plan: Type.Optional(text),
    verdict: Type.Enum(['pass', 'fail', 'inconclusive', 'not-applicable', 'observed']),
    reason: maybe(text, 'Always there for inconclusive and not-applicable.'),
    code: maybe(text, 'The kind of reason.'),
    params: maybe(values, 'The values in the reason, by name.'),
    value: maybe(observedSchema, 'What was observed; typed, compared between runs.'),
    subjects: doc(integer, 'How many exchanges or facts were examined.'),
    resolution: maybe(number, 'Seconds. Only of requirements about moments: a smaller deviation may pass.'),
    findings: Type.Array(finding),
    signature: Type.Optional(
      Type.String({
        pattern: '^[a-f][0-9a-f]{5}(-[a-f][0-9a-f]{5})*$',
        description: 'Identifies the finding across runs, with a part for each violation. Only of failed requirements.',
      }),
    ),
    waiver: Type.Optional(waiver),
  },
  {
    allOf: [
      onlyIf(['fail'], { properties: { findings: { type: 'array', minItems: 1 } } }),
      onlyIf(['inconclusive', 'not-applicable'], { properties: { reason: {} }, required: ['reason'] }),
      onlyIf(['observed'], { properties: { value: {} }, required: ['value'] }),
    ],
  },
);

const range = Type.Object({ from: number, to: number });
const clocks = maybe(text, '`one`, or `several` if the values of Date contradict each other.');
const clockRange = Type.Object({ ...range.properties, clocks });
const standsStill = doc(Type.Boolean(), 'Whether Reset moved by at most 1 s during the burst.');

const attempt = {
  sent: integer,
  admitted: integer,
  admittedInWindow: doc(
    integer,
    'Admitted lists from the first one that counts to the end of the burst or top-up, and the creates and gets before the burst whose Remaining fell: compared with perWindow.',
  ),
  admittedWithoutDraw: doc(integer, 'Admitted creates and gets before the burst whose Remaining did not fall.'),
  admittedBefore: maybe(integer, 'Admitted before the first request that counts.'),
  refused: integer,
  unanswered: integer,
  retryAfterSeen: Type.Array(text),
};

const planLimits = Type.Object({
  plan: text,
  perWindow: doc(integer, 'The limit of the plan.'),
  windowSeconds: number,
  ...attempt,
  byStatus: recordOf(integer),
  elapsedMs: number,
  clockOffsetMs: doc(orNull(clockRange), "The server's clock minus this machine's."),
  limitsSeen: doc(Type.Array(number), 'The values of X-RateLimit-Limit.'),
  algorithm: Type.Object({
    class: text,
    fits: maybe(Type.Array(text), 'The limiters that fit, with the numbers of the plan.'),
  }),
  behavesLike: maybe(
    orNull(text),
    'The simplest limiter that explains a plan that fails or is inconclusive. No verdict depends on it.',
  ),
  reset: orNull(Type.Object({ unit: text, standsStill })),
  resolutionMs: doc(orNull(number), 'A Reset that is wrong by less may pass; null without one clock of the server.'),
  remaining: orNull(
    Type.Object({
      convention: doc(text, 'Whether Remaining counts before or after its request; unknown if nothing shows it.'),
      highest: integer,
      lowest: integer,
      missing: doc(integer, 'Values in between that no response showed.'),
      repeated: doc(integer, 'Responses with a value that an earlier one showed.'),
    }),
  ),
  refillPerWindow: doc(orNull(range), 'Requests that came back after the burst, as a rate per window.'),
  continuousRefill: doc(orNull(Type.Boolean()), 'Whether quota comes back continuously; null if not shown.'),
  foreignRequestsSeen: integer,
  dayLimitAnswered: Type.Boolean(),
  banSuspected: Type.Boolean(),
  otherPlan: orNull(text),
  firstLook: maybe(Type.Object(attempt), 'Of the first of two attempts: the other numbers are those of the second.'),
});

const residue = Type.Object({
  id: doc(orNull(text), 'Digits as a string, because not every JSON parser reads an int64.'),
  name: orNull(text),
  probe: text,
  exchange: doc(integer, 'The create that sent it.'),
  shownIn: maybe(integer, 'The first list or single read that shows it, if no response to a create has its id.'),
});

const capacity = Type.Object(
  {
    ...verdictMembers,
    ...planned,
    instances: maybe(positive, 'Number of instances; absent for one.'),
    steps: doc(Type.Array(STEP), 'The steps that were sent. The last one may have stopped the experiment.'),
    notOffered: doc(Type.Array(number), 'Levels of planned steps that were not sent.'),
    created: doc(integer, 'Number of created animals. They cannot be deleted.'),
  },
  { description: 'Only of `storecheck capacity`.' },
);

/** The schema of results.json, which gives its types, validator and JSON Schema. Import only types: TypeBox is not bundled. */
export const RESULT = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    outcome: Type.Enum(['passed', 'failed', 'incomplete', 'error']),
    exitCode: Type.Unsafe<number>({ enum: Object.values(EXIT) }),
    tool: Type.Object({ name: text, version: text }),
    spec: Type.Object({ version: text, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    run: Type.Object({
      id: text,
      command: text,
      startedAt: text,
      finishedAt: orNull(text),
      end: doc(
        Type.Enum(Object.keys(ENDS) as (keyof typeof ENDS)[]),
        'Why the run ended; cut-off: its journal has no closing record.',
      ),
      endDetail: maybe(text, 'What is known about the end: that the daily limit is exhausted, and until when.'),
      writeError: maybe(text, 'Why the journal (end: cut-off), another file or stdout could not be written.'),
      k6: maybe(text, 'Version of the k6 that exhausted the limits.'),
    }),
    target: Type.Object({
      name: text,
      baseUrl: text,
      class: Type.Unsafe<string>({ enum: ['local', 'staging', 'production'] }),
      clockOffset: doc(orNull(range), "The server's clock minus this machine's, in seconds; null without Date."),
    }),
    settings: Type.Object({
      plan: text,
      windowSeconds: number,
      readOnly: Type.Boolean(),
      readOnlyBy: maybe(text, 'What forbids writes: --read-only, or the place of `allow.writes: false`.'),
      today: text,
      partial: Type.Boolean(),
      exploration: maybe(
        Type.Object({ seed: integer, requests: integer }),
        'Only at the depth `thorough`: the seed that repeats the exploration, and its requests.',
      ),
      keySources: maybe(
        KEY_SOURCES,
        'Where the key of each plan came from: the name of a variable or a file. Never the key.',
      ),
      options: maybe(Type.Array(Type.Array(text)), 'Options of the run that a printed command has again, in words.'),
      failOn: doc(Type.Array(Type.Enum([...FAIL_ON])), 'What fails the run; a must always does.'),
    }),
    requirements: Type.Array(requirement),
    limits: doc(recordOf(planLimits), 'Each exhausted limit in numbers, by plan; times in milliseconds.'),
    requests: Type.Object({
      planned: integer,
      sent: integer,
      byStatus: recordOf(integer),
      byPlan: recordOf(integer),
      unplanned429: integer,
    }),
    setUp: maybe(
      Type.Object({
        code: doc(text, 'The kind of mistake.'),
        params: doc(values, 'The values in its sentences, by name.'),
        message: text,
        fix: text,
      }),
      'A mistake in how the run was set up, not a finding about the service.',
    ),
    residue: doc(
      Type.Array(residue),
      'Animals of the run that remain: created, stored after a refusal, or stored twice. They cannot be deleted.',
    ),
    warnings: doc(Type.Array(text), 'The messages of the notes.'),
    notes: doc(
      Type.Array(
        Type.Object({
          code: doc(Type.Enum(Object.keys(NOTES) as NoteCode[]), 'The kind of note.'),
          params: doc(values, 'The values in its sentence, by name.'),
          message: text,
          plan: maybe(text, 'The plan whose key cannot be used.'),
        }),
      ),
      'Warnings and notes about the run.',
    ),
    waiverProblems: maybe(
      Type.Array(waiverProblem),
      'Waivers that must be fixed or removed; each fails the run, except those of warnings. Only if waivers are configured.',
    ),
    drift: maybe(
      Type.Array(driftSchema),
      'Observations that differ from the pinned ones. For objects, the fields that differ.',
    ),
    capacity: Type.Optional(capacity),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://storecheck.invalid/schemas/results.schema.json',
    title: 'results.json of storecheck',
    description: 'One run, judged. Fields may be added within schemaVersion 1; none is removed or changes its meaning.',
    $defs: { ...PROJECTION_PARTS, estimate: MEASURED },
  },
);

/** The content of results.json. */
export type Result = Of<typeof RESULT>;
export type Note = Result['notes'][number];
export type RequirementResult = Of<typeof requirement>;
export type ResultFinding = Of<typeof finding>;
/** The numbers of the experiment with a plan's key. Times are milliseconds. */
export type PlanLimits = Of<typeof planLimits>;
/** An animal that the run created. It remains, because the service cannot delete animals. */
export type Residue = Of<typeof residue>;
export type CapacityNumbers = Of<typeof capacity>;
