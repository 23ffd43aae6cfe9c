import { expect, it } from 'vitest';
import { resultProblem } from '../../src/cli/files/read-recorded.ts';
import type { Result } from '../../src/result/result.ts';
import { failing, limits, result } from '../reporters/results.ts';

it.each<[string, Partial<Record<keyof Result, unknown>>]>([
  ['warnings[0]', { warnings: [1] }],
  ['waiverProblems', { waiverProblems: 1 }],
  ['drift', { drift: 1 }],
  ['residue[0]', { residue: [1] }],
  ['tool', { tool: undefined }],
  ['requirements[1].verdict', { requirements: [failing, { ...failing, verdict: 'maybe' }] }],
  ['run.k6', { run: { ...result().run, k6: 1 } }],
  ['requirements[0].reason', { requirements: [{ ...failing, reason: 1 }] }],
  ['requirements[0].plan', { requirements: [{ ...failing, plan: {} }] }],
  ['limits.free.retryAfterSeen[0]', { limits: { free: { ...limits(), retryAfterSeen: [{}] } } }],
])('rejects a result whose %s is malformed', (path, change) => {
  expect(resultProblem(result())).toBeUndefined();
  expect(resultProblem({ ...result(), ...change })).toContain(`${path} is missing or malformed`);
});
