import { CAPACITY_SHAPE } from './capacity-shape.ts';
import { misfit, type Shape } from './shape.ts';

const FINDING: Shape = { message: 'string', expected: 'string', actual: 'string', exchanges: 'list' };

const REQUIREMENT: Shape = {
  id: 'string',
  level: ['must', 'should', 'observe'],
  title: 'string',
  clause: 'string',
  quote: 'string',
  plan: { optional: 'string' },
  verdict: ['pass', 'fail', 'inconclusive', 'not-applicable', 'observed'],
  reason: { optional: 'string' },
  subjects: 'number',
  findings: { list: FINDING },
};

const PLAN: Shape = {
  perWindow: 'number',
  windowSeconds: 'number',
  sent: 'number',
  admittedInWindow: 'number',
  refused: 'number',
  unanswered: 'number',
  elapsedMs: 'number',
  algorithm: 'object',
  retryAfterSeen: 'texts',
};

/** What reporters read: less than schemas/results.schema.json, which tests hold every run to. */
const RESULT: Shape = {
  outcome: ['passed', 'failed', 'incomplete', 'error'],
  exitCode: 'number',
  tool: { fields: { name: 'string', version: 'string' } },
  spec: { fields: { version: 'string', sha256: 'string' } },
  run: {
    fields: {
      ...{ id: 'string', command: 'string', startedAt: 'string', finishedAt: 'text or null', end: 'string' },
      k6: { optional: 'string' },
    },
  },
  target: { fields: { name: 'string', baseUrl: 'string', class: 'string' } },
  settings: {
    fields: { plan: 'string', windowSeconds: 'number', readOnly: 'boolean', today: 'string', partial: 'boolean' },
  },
  requests: {
    fields: { planned: 'number', sent: 'number', unplanned429: 'number', byStatus: 'object', byPlan: 'object' },
  },
  requirements: { list: REQUIREMENT },
  limits: { members: PLAN },
  setUp: { optional: { fields: { code: 'string', message: 'string', fix: 'string' } } },
  residue: { list: { id: 'text or null', name: 'text or null' } },
  rerun: { optional: { fields: { of: 'string', nowPassing: 'texts', stillFailing: 'texts', unproven: 'texts' } } },
  warnings: 'texts',
  waiverProblems: { optional: { list: { message: 'string' } } },
  drift: { optional: { list: { id: 'string', plan: { optional: 'string' } } } },
  capacity: { optional: { fields: CAPACITY_SHAPE } },
};

/** Why a value is no result that this version can show, or undefined. */
export function resultProblem(value: unknown): string | undefined {
  const path = misfit(value, { schemaVersion: 'number' });
  if (path === '') return 'is not the result of a run';
  const version = path === undefined ? (value as { readonly schemaVersion: number }).schemaVersion : 0;
  if (version > 1) return `has schemaVersion ${version}; this storecheck reads version 1: update it`;
  if (version !== 1) return 'is not the result of a run: it has no schemaVersion';
  const wrong = misfit(value, RESULT);
  return wrong === undefined ? undefined : `is not the result of a run: ${wrong} is missing or malformed`;
}
