import type { RequirementResult, Result } from '../../src/result/result.ts';

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

export const failing = row({
  id: 'list.limit-honoured',
  title: 'Never more animals than the `limit` asked for',
  quote: 'Maximum number of animals returned.',
  verdict: 'fail',
  findings: [1, 2, 3].map((seq) => ({
    message: 'GET /pets?limit=1 answered 200',
    expected: 'at most 1 animals',
    actual: `${seq + 1} animals`,
    exchanges: [seq],
    curl: `curl -i -H "Authorization: Bearer $STORE_API_KEY" 'http://127.0.0.1:8080/v1/pets?limit=1'`,
  })),
});

export const result = (change: Partial<Result> = {}): Result => ({
  schemaVersion: 1,
  outcome: 'passed',
  exitCode: 0,
  tool: { name: 'storecheck', version: '1.2.3' },
  spec: { version: '1.0.0', sha256: '0'.repeat(64) },
  run: {
    id: 'run-1',
    command: 'check',
    startedAt: '2026-11-21T12:00:00.000Z',
    finishedAt: '2026-11-21T12:00:09.000Z',
    end: 'complete',
  },
  target: { name: 'test', baseUrl: 'http://127.0.0.1:8080/v1', class: 'local', clockOffset: { from: -0.5, to: 0.4 } },
  settings: { plan: 'free', windowSeconds: 60, readOnly: false, today: '2026-11-21', partial: false },
  requirements: [row()],
  limits: {},
  requests: { planned: 60, sent: 58, byStatus: { '200': 58 }, byPlan: { free: 58 }, unplanned429: 0 },
  residue: [],
  warnings: [],
  ...change,
});
