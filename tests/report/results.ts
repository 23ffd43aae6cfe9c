import { expect } from 'vitest';
import { exchangesOf, type RunTrace } from '../../src/exchange/journal/k6-records.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import { type Accepted, buildResult } from '../../src/result/build-result.ts';
import type { PlanLimits, RequirementResult, Result, ResultFinding } from '../../src/result/result.ts';
import { findingOf } from '../../src/rules/conclusion.ts';
import { type FailOn, quoteFor } from '../../src/spec/requirement.ts';
import { type RequirementId, requirement } from '../../src/spec/requirements/catalogue.ts';
import { judgeRun } from '../../src/verdicts/judge-run.ts';
import { historyOf, legalService, usual } from '../limiter/simulation/history.ts';
import { closingOf, endOf, recorded, startOf } from '../support/load-records.ts';
import { again, answer, lost, pet, pets, type RecordedRun, trace } from '../support/trace.ts';

/** A requirement as a run with a key of the plan Free has it. */
export function row(id: RequirementId = 'list.ok', change: Partial<RequirementResult> = {}): RequirementResult {
  const { level, title, clause, source } = requirement(id);
  const plan = change.plan ?? 'free';
  const quote = quoteFor(requirement(id), plan);
  return { id, level, title, clause, quote, source, plan, verdict: 'pass', subjects: 3, findings: [], ...change };
}

/** One that fails with these findings. */
export const violated = (id: RequirementId, plan: string, ...findings: readonly ResultFinding[]) =>
  row(id, { plan, verdict: 'fail', findings });

/** A list that lacks animals. */
export const unfilled = violated(
  'list.fills-page',
  'free',
  findingOf('short-page', { request: 'GET /pets?limit=3', items: 2, matching: 5, wanted: 3, limit: 3, filter: null }),
);

/** How a run ends that fails, and one that proves nothing. */
export const red = { outcome: 'failed', exitCode: 1 } as const;
export const incomplete = { outcome: 'incomplete', exitCode: 3 } as const;

/** What the product makes of a recorded check, with only these requirements. */
function judged(
  given: RecordedRun,
  ids: readonly RequirementId[],
  failOn: readonly FailOn[] = [],
  accepted: Accepted = {},
) {
  const run = trace(given);
  return withOnly(ids, buildResult(run, judgeRun(run), failOn, accepted));
}

const withOnly = (ids: readonly RequirementId[], { requirements, ...rest }: Result): Result => ({
  ...rest,
  requirements: requirements.filter(({ id }) => ids.some((one) => one === id)),
});

/** The experiment on a key of a plan, whose limiter admits this many in a window. */
export async function experiment(plan: string, perWindow: number, admitted: number, firstSeq = 1000, seed = 1) {
  const setting = usual('fixed from first', perWindow, seed, { secondKey: false, jitter: 0 });
  const { exchanges } = await historyOf(setting, legalService({ ...setting, limit: admitted }));
  const [key, instance] = [`${plan}#1`, `${plan}_1.1`] as const;
  return [...exchanges].map((one): Exchange => ({ ...one, key, instance, seq: firstSeq + one.seq }));
}

/** Its records, as k6 writes them. */
function processOf({ exchanges, perWindow }: { readonly exchanges: readonly Exchange[]; readonly perWindow: number }) {
  const [first, last] = [exchanges[0] ?? expect.unreachable(), exchanges.at(-1) ?? expect.unreachable()];
  const key = first.key ?? expect.unreachable();
  const start = startOf([key], first.sent.at, 'quota', { perWindow, windowSeconds: 60 });
  return [start, ...exchanges, closingOf(key, last.received.at, exchanges.length), endOf(last.received.at)];
}

/** Lists of one animal more than `limit`, a get without Deprecation, and a request without a response. */
const SHOWN = [
  answer('list.minimum', { body: pets(2) }),
  answer('list.status-with-limit', { body: pets(4) }),
  answer('list.twenty', { body: pets(21) }),
  answer('get.found', { body: pet(1) }),
];
const checked = trace({
  settings: { skip: ['create.created'] },
  exchanges: [
    answer('list.maximum', { body: pets(30) }),
    answer('list.default', { body: pets(5) }),
    ...SHOWN,
    lost('list.status-sold'),
    ...SHOWN.map(again),
  ],
});

/** By plan, in the order of sending. Pro has two attempts, and admits too many both times. */
const experiments = [
  { perWindow: 60, exchanges: await experiment('free', 60, 60) },
  { perWindow: 300, exchanges: await experiment('pro', 300, 420, 2000) },
  { perWindow: 300, exchanges: await experiment('pro', 300, 420, 3000, 2) },
];
const plans = [
  { plan: 'free', key: 'free#1', perMinute: 60, perDay: 1_000 },
  { plan: 'pro', key: 'pro#1', perMinute: 300, perDay: 10_000 },
] as const;
const { head, end } = checked;
const run: RunTrace = {
  ...checked,
  head: { ...head, command: 'run', planned: 1_200, limits: { plans, sustainWindows: 0, daily: {} } },
  end: end && { ...end, finishedAt: '2026-11-21T12:04:00.000Z' },
  load: recorded(experiments.flatMap(processOf)),
};
export const exchanges = [...exchangesOf(run)];

/** A row of every status, so that no format can fold one into another unseen. */
export const mixed = withOnly(
  [
    ...(['list.ok', 'list.limit-honoured', 'list.status-filter.sold', 'list.order', 'create.created'] as const),
    ...(['get.sunset-date', 'get.deprecation-signal', 'error.not-blank', 'limit.rejects-excess'] as const),
    'limit.keys-independent',
  ],
  buildResult(run, judgeRun(run), []),
);
const rowOf = (id: RequirementId) => mixed.requirements.find((one) => one.id === id) ?? expect.unreachable();
export const failing = rowOf('list.limit-honoured');
export const warned = rowOf('get.deprecation-signal');
export const unproven = rowOf('list.status-filter.sold');
export const unprovenShould = rowOf('error.not-blank');
export const seen = rowOf('list.order');
export const notApplicable = rowOf('get.sunset-date');

export const limits = (change: Partial<PlanLimits> = {}): PlanLimits => ({
  ...(mixed.limits['free'] ?? expect.unreachable()),
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

/** Incomplete, and no requirement shows why. */
export const silent = () => result({ ...incomplete, requirements: [row(), rowOf('create.created')] });

const NOTHING_JUDGED = ['list.ok', 'create.created', 'get.ok'] as const;

const FROM_FILE = { keySources: { free: { file: 'free.key' } } };

/** A run with a wrong key: nothing was judged. */
export const wrongKey = judged(
  { exchanges: [answer('list.minimum', 401), answer('set-up.get', 401)], end: 'set-up', settings: FROM_FILE },
  NOTHING_JUDGED,
);

/** A key of another plan: its limit is a violation as well. */
export const ofOtherPlan = judged(
  { exchanges: [answer('list.minimum', { headers: { 'X-RateLimit-Limit': 300 } })], end: 'set-up' },
  ['rate.limit-matches-plan', ...NOTHING_JUDGED],
);

export const waiver = { reason: 'known, see the ticket', owner: 'store team', expires: '2027-03-01', line: 7 };

/** A failure that somebody answers for. */
export const accepted = result({ requirements: [{ ...failing, waiver }, row()] });

/** A run that no requirement fails, but a waiver and a behaviour that has changed. */
export const drifted = judged(
  { exchanges: [answer('list.default', { body: pets(3) })] },
  ['list.ok', 'list.order'],
  ['drift'],
  {
    file: 'storecheck.yaml',
    waivers: [{ ...waiver, requirement: 'list.*', expires: '2026-01-01', line: 12, signature: 'a00000' }],
    pinned: [{ id: 'list.order', value: 'newest first' }],
  },
);

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
