import * as Type from 'typebox';
import { about, COMPARED, ESTIMATE, judgement, maybe, STEP } from '../capacity/result-schema.ts';
import { mix, objectives, PROJECTION_PARTS, projection, share, writes } from '../exchange/records/capacity-record.ts';
import { byName, flag, fromOne, integer, number, type Of, orNull, text, texts } from '../exchange/records/schema.ts';
import type { ObservedValue } from '../rules/outcome.ts';
import { finding, notes, values, warnings } from './codes.ts';

const failOn = Type.Enum(['must', 'should', 'drift']);
const observed = Type.Unsafe<ObservedValue>({});
const named = Type.Object({ name: text, version: text });

const waiver = Type.Object(
  {
    reason: text,
    owner: text,
    link: Type.Optional(text),
    expires: about(text, 'YYYY-MM-DD, the last day.'),
    line: about(integer, 'Of the configuration.'),
  },
  { description: 'Someone accepts this finding until a date: the verdict stays, the gate opens.' },
);

const verdict = Type.Enum(['pass', 'fail', 'inconclusive', 'not-applicable', 'observed']);
const onlyIf = (verdicts: readonly string[], then: object) => ({
  if: { properties: { verdict: { enum: verdicts } } },
  then,
});

const requirement = Type.Object(
  {
    id: text,
    level: Type.Enum(['must', 'should', 'observe']),
    title: text,
    clause: about(text, 'The heading of the document.'),
    quote: about(text, 'The sentence of the document, word by word.'),
    source: maybe(text, 'The RFC or practice, if the document does not state it.'),
    plan: Type.Optional(text),
    verdict,
    reason: maybe(text, 'Always there for inconclusive and not-applicable.'),
    code: maybe(text, 'The kind of reason: storecheck explain CODE.'),
    params: maybe(values, 'The values in the reason, by name.'),
    value: maybe(observed, 'What was observed; typed, compared between runs.'),
    subjects: about(integer, 'How many exchanges or facts were examined.'),
    findings: Type.Array(finding),
    signature: Type.Optional(
      Type.String({
        pattern: '^[a-f][0-9a-f]{5}(-[a-f][0-9a-f]{5})*$',
        description: 'Identifies the fault, run after run, by a mark for each of its violations; only of what failed.',
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

const counts = { admittedInWindow: integer, sent: integer, refused: integer };
const range = Type.Object({ from: number, to: number });

const planLimits = Type.Object({
  plan: Type.Optional(text),
  perWindow: about(integer, 'What the plan promises.'),
  windowSeconds: number,
  sent: integer,
  admitted: integer,
  admittedInWindow: about(
    integer,
    'From the first request that counts to the end of the burst: compared with perWindow.',
  ),
  refused: integer,
  unanswered: integer,
  byStatus: Type.Optional(byName(integer)),
  elapsedMs: number,
  clockOffsetMs: maybe(orNull(range), 'Server clock less ours.'),
  limitsSeen: maybe(Type.Array(number), 'The values of X-RateLimit-Limit.'),
  algorithm: Type.Object({ class: text }),
  reset: Type.Optional(orNull(Type.Object({ unit: text, standsStill: flag }))),
  remaining: Type.Optional(orNull(Type.Object({}))),
  refillPerWindow: Type.Optional(orNull(range)),
  continuousRefill: Type.Optional(orNull(flag)),
  retryAfterSeen: texts,
  foreignRequestsSeen: Type.Optional(integer),
  dayLimitAnswered: Type.Optional(flag),
  banSuspected: Type.Optional(flag),
  otherPlan: Type.Optional(orNull(text)),
  firstLook: maybe(
    Type.Object(counts),
    'Only of a limit that was exhausted twice: the other numbers are of the second attempt.',
  ),
});

const residue = Type.Object({
  id: about(orNull(text), 'Digits: an int64 does not fit into a JSON number everywhere.'),
  name: orNull(text),
  probe: text,
  exchange: integer,
});

const waiverProblem = Type.Object({
  file: maybe(text, 'The configuration.'),
  line: about(integer, 'In it.'),
  requirement: about(text, 'The id or pattern of the entry.'),
  flaw: Type.Enum(['expired', 'unused', 'no-such-requirement', 'other-signature']),
  message: text,
});

const drift = Type.Object({ id: text, plan: Type.Optional(text), pinned: observed, seen: observed });

const rerun = Type.Object(
  { of: about(text, 'The earlier run.'), nowPassing: texts, stillFailing: texts, unproven: texts },
  {
    description: 'Only of storecheck rerun: what became of what had failed, by name (with the plan of a limit).',
  },
);

const comparison = Type.Object(
  {
    run: about(text, 'The earlier run.'),
    startedAt: text,
    changes: about(Type.Array(COMPARED), 'Of steps of both runs with the same rate.'),
  },
  { description: 'Only with --compare: what changed since an earlier run.' },
);

const capacity = Type.Object(
  {
    ...judgement,
    projection,
    objectives: about(objectives, 'Milliseconds, and the largest share of the requests that may fail.'),
    shares: Type.Array(share),
    mix,
    instances: maybe(fromOne, 'How many offered it together; absent if one did.'),
    writes,
    steps: about(Type.Array(STEP), 'Those that were sent; the last of them may have ended the experiment.'),
    notOffered: about(Type.Array(number), 'The levels of planned steps that the experiment ended before.'),
    created: about(integer, 'Animals that were created; they cannot be deleted.'),
    comparison: Type.Optional(comparison),
  },
  { description: 'Only of `storecheck capacity`.' },
);

const endOfRun = Type.Unsafe<string>({
  enum: ['complete', 'set-up', 'rate-limited', 'unanswered', 'request-budget', 'time-budget', 'interrupted', 'cut-off'],
});

const outcome = Type.Enum(['passed', 'failed', 'incomplete', 'error']);

const target = Type.Object({
  name: text,
  baseUrl: text,
  class: Type.Unsafe<string>({ enum: ['local', 'staging', 'production'] }),
  clockOffset: about(orNull(range), "The server's clock less ours, seconds, as an interval; null if no Date was seen."),
});

/**
 * The contract of results.json. The types below, the validator (build.mjs) and schemas/results.schema.json are made from it. Import it
 * for its types only: TypeBox is not in the bundle.
 */
export const RESULT = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    outcome,
    exitCode: Type.Unsafe<number>({ enum: [0, 1, 2, 3, 4, 130] }),
    tool: named,
    spec: Type.Object({ version: text, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    run: Type.Object({
      id: text,
      command: text,
      startedAt: text,
      finishedAt: orNull(text),
      end: about(endOfRun, 'Why the run ended; cut-off: its journal has no closing record.'),
      k6: maybe(text, 'Version of the k6 that exhausted the limits.'),
    }),
    target,
    settings: Type.Object({
      plan: text,
      windowSeconds: number,
      readOnly: flag,
      today: text,
      partial: flag,
      exploration: maybe(
        Type.Object({ seed: integer, requests: integer }),
        'Only at the depth `thorough`: the seed that repeats the exploration, and its requests.',
      ),
      failOn: maybe(Type.Array(failOn), 'What fails the run; a must always does.'),
    }),
    requirements: Type.Array(requirement),
    limits: about(byName(planLimits), 'Each exhausted limit in numbers, by plan; times in milliseconds.'),
    requests: Type.Object({
      planned: integer,
      sent: integer,
      byStatus: byName(integer),
      byPlan: byName(integer),
      unplanned429: integer,
    }),
    setUp: maybe(
      Type.Object({ code: text, message: text, fix: text }),
      'A mistake in how the run was set up, not a finding about the service.',
    ),
    residue: about(Type.Array(residue), 'Animals that the run created and that cannot be deleted.'),
    rerun: Type.Optional(rerun),
    warnings,
    notes,
    waiverProblems: maybe(
      Type.Array(waiverProblem),
      'Waivers that must be fixed or removed: each fails the run. Only if waivers were given.',
    ),
    drift: maybe(
      Type.Array(drift),
      'Behaviours that the document leaves open and that are not what was pinned; of values with fields those that differ.',
    ),
    observations: maybe(text, 'The file that pins open behaviours, if the configuration names one.'),
    capacity: Type.Optional(capacity),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://storecheck.invalid/schemas/results.schema.json',
    title: 'results.json of storecheck',
    description: 'One run, judged. Fields may be added within schemaVersion 1; none is removed or changes its meaning.',
    $defs: { ...PROJECTION_PARTS, estimate: ESTIMATE },
  },
);

/** results.json. Every other format is a pure function of it. */
export type Result = Of<typeof RESULT>;
export type Outcome = Of<typeof outcome>;
export type Note = NonNullable<Result['notes']>[number];
export type RequirementResult = Of<typeof requirement>;
export type ResultFinding = Of<typeof finding>;
/** What the experiment with one plan's key came to. Times in milliseconds. */
export type PlanLimits = Of<typeof planLimits>;
/** An animal that the run created and that remains: the service has no way to delete it. */
export type Residue = Of<typeof residue>;
/** What became of what had failed, by name (with the plan of a limit). */
export type RerunResult = Of<typeof rerun>;
/** A capacity run in numbers: what was projected, and what each step came to. */
export type CapacityNumbers = Of<typeof capacity>;
/** What changed since an earlier run, step by step where both offered the same rate. */
export type Comparison = Of<typeof comparison>;
