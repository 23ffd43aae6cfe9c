import type { PlanLimits, RequirementResult, Result, ResultFinding } from '../../src/result/result.ts';
import { note } from '../../src/text/notes.ts';

export const row = (change: Partial<RequirementResult> = {}): RequirementResult => ({
  id: 'list.ok',
  level: 'must',
  title: 'GET /pets with a valid key: 200 with a JSON array',
  clause: '1. List animals',
  quote: '200: body is a JSON array of Animal objects (a paginated list).',
  plan: 'free',
  verdict: 'pass',
  subjects: 3,
  findings: [],
  ...change,
});

export const finding = (change: Partial<ResultFinding> = {}): ResultFinding => ({
  code: 'some-code',
  params: {},
  message: 'GET /pets?limit=1 answered 200',
  expected: 'at most 1 animals',
  actual: '2 animals',
  exchanges: [1],
  ...change,
});

export const failing = row({
  id: 'list.limit-honoured',
  title: 'Never more animals than `limit`',
  quote: 'Maximum number of animals returned.',
  verdict: 'fail',
  findings: [1, 2, 3].map((seq) =>
    finding({
      code: 'above-limit',
      params: { limit: 1, items: seq + 1 },
      actual: `${seq + 1} animals`,
      exchanges: [seq],
      curl: `curl -i -H "Authorization: Bearer \${STORE_API_KEY_FREE:?}" 'http://127.0.0.1:8080/v1/pets?limit=1'`,
    }),
  ),
});

/** How a run ends that fails, and one that proves nothing. */
export const red = { outcome: 'failed', exitCode: 1 } as const;
export const incomplete = { outcome: 'incomplete', exitCode: 3 } as const;
const open = { verdict: 'inconclusive' } as const;

export const warned = row({
  id: 'list.fills-page',
  level: 'should',
  verdict: 'fail',
  source: 'good practice',
  findings: failing.findings.slice(0, 1),
});
export const unproven = row({ ...open, id: 'list.schema', reason: 'list.maximum: no response (ECONNRESET)' });
export const undecided = row({ ...open, id: 'list.cache', level: 'should', reason: 'never seen' });
export const seen = row({ id: 'list.order', level: 'observe', verdict: 'observed', value: 'newest first' });
export const aside = row({ id: 'get.sunset-date', verdict: 'not-applicable', reason: 'no Sunset header was sent' });
const NOT_PART = 'not part of this run (--only or --skip)';
const leftOut = row({ ...open, id: 'create.ok', reason: NOT_PART, code: 'not-selected' });
/** Incomplete, and no requirement shows why. */
export const silent = () => result({ ...incomplete, requirements: [row(), leftOut] });
const pushed = (plan: string) => row({ id: 'limit.burst', plan, title: 'N of a window are admitted' });

export const limits = (change: Partial<PlanLimits> = {}): PlanLimits => ({
  plan: 'free',
  perWindow: 60,
  windowSeconds: 60,
  sent: 67,
  admitted: 62,
  admittedInWindow: 60,
  admittedWithoutDraw: 0,
  refused: 5,
  unanswered: 0,
  byStatus: {},
  elapsedMs: 61_000,
  clockOffsetMs: null,
  limitsSeen: [],
  algorithm: { class: 'fixed' },
  reset: null,
  resolutionMs: null,
  remaining: null,
  refillPerWindow: null,
  continuousRefill: null,
  retryAfterSeen: ['60', '30'],
  foreignRequestsSeen: 0,
  dayLimitAnswered: false,
  banSuspected: false,
  otherPlan: null,
  ...change,
});

const TIMES = { startedAt: '2026-11-21T12:00:00.000Z', finishedAt: '2026-11-21T12:00:09.000Z' };

export const result = (change: Partial<Result> = {}): Result => ({
  schemaVersion: 1,
  outcome: 'passed',
  exitCode: 0,
  tool: { name: 'storecheck', version: '1.2.3' },
  spec: { version: '1.0.0', sha256: '0'.repeat(64) },
  run: { id: 'run-1', command: 'check', ...TIMES, end: 'complete' },
  target: { name: 'test', baseUrl: 'http://127.0.0.1:8080/v1', class: 'local', clockOffset: { from: -0.5, to: 0.4 } },
  settings: { plan: 'free', windowSeconds: 60, readOnly: false, today: '2026-11-21', partial: false, failOn: ['must'] },
  requirements: [row()],
  limits: {},
  requests: { planned: 60, sent: 58, byStatus: { '200': 58 }, byPlan: { free: 58 }, unplanned429: 0 },
  residue: [],
  warnings: change.notes?.map(({ message }) => message) ?? [],
  notes: [],
  ...change,
});

const withoutCurl = failing.findings.slice(1, 2).map(({ curl: _, ...rest }) => rest);
const refused = { ...pushed('pro'), verdict: 'fail', findings: withoutCurl } as const;

/** A row of every status, so that no format can fold one into another unseen. */
export const mixed = result({
  ...red,
  run: { ...result().run, command: 'run', k6: 'v2.2.0' },
  requirements: [row(), failing, warned, unproven, undecided, seen, aside, leftOut, pushed('free'), refused],
  limits: { free: limits(), pro: limits({ perWindow: 300, admittedInWindow: 290 }) },
  notes: [note('partial', {})],
});

const STOPPED = 'the run stopped at a set-up mistake: every request is answered 401';

/** A run that was set up wrongly: nothing was judged. */
export const misled = result({
  ...incomplete,
  run: { ...result().run, end: 'set-up' },
  requirements: ['list.ok', 'auth.ok', 'create.ok'].map((id) => row({ ...open, id, reason: STOPPED })),
  setUp: { code: 'wrong-key', params: {}, message: 'every request is answered 401', fix: 'Check the key.' },
});

/** A key of another plan: its limit is a violation as well. */
export const ofOtherPlan = {
  ...misled,
  ...red,
  requirements: [{ ...failing, findings: failing.findings.slice(0, 1) }, ...misled.requirements],
} as const;

const waiver = { reason: 'known, see the ticket', owner: 'store team', expires: '2027-03-01', line: 7 };

/** A failure that somebody answers for. */
export const accepted = result({ requirements: [{ ...failing, signature: 'abcdef012345', waiver }, row()] });

const expired = { flaw: 'expired', message: 'expired on 2026-01-01 (owner: x)' } as const;

/** A run that no requirement fails, but a waiver and a behaviour that has changed. */
export const drifted = result({
  ...red,
  settings: { ...result().settings, failOn: ['must', 'drift'] },
  requirements: [row(), seen],
  waiverProblems: [{ file: 'storecheck.yaml', line: 12, requirement: 'list.*', ...expired }],
  drift: [{ id: 'list.order', pinned: 'oldest first', seen: 'newest first' }],
});

/** Many violations at once. */
export const manyFailing = (count: number) =>
  result({
    ...red,
    requirements: Array.from({ length: count }, (_, index) => ({
      ...failing,
      id: `list.rule-${index}`,
      findings: failing.findings.map((one) => ({ ...one, message: `${one.message} ${index}` })),
    })),
  });
