import { describe, expect, it } from 'vitest';
import { judgeTrace } from '../../../src/judge/checks/judge-trace.ts';
import { faults, type Variant } from '../../../src/reference/index.ts';
import { buildResult } from '../../../src/result/build.ts';
import { runAgainst } from '../../../src/run/self-test.ts';
import { expectSchema, schemaErrors } from '../../results-schema.ts';
import { world } from '../world.ts';

const never = new AbortController().signal;

const variants: readonly (readonly [string, readonly Variant[], Record<string, unknown>])[] = [
  ['a passing run', [], {}],
  ['a failing run', faults.filter(({ id }) => id === 'limit-ignored'), {}],
  ['a read-only run', [], { readOnly: true }],
  ['a partial run', [], { only: ['auth.*'] }],
  ['a run out of its budget', [], { maxRequests: 7 }],
];

describe('results.json', () => {
  it.each(variants)('of %s matches its published schema', async (_name, chosen, change) => {
    const { trace } = await runAgainst(chosen, undefined, world(), never, change);
    const result = buildResult(trace, { verdicts: judgeTrace(trace) }, 'must');
    expectSchema(result);
    expect(result.requests.sent).toBeLessThanOrEqual(result.requests.planned);
  });

  it('does not match if a verdict lacks its reason', async () => {
    const { trace } = await runAgainst([], undefined, world(), never, { readOnly: true });
    const result = buildResult(trace, { verdicts: judgeTrace(trace) }, 'must');
    const requirements = result.requirements.map(({ reason: _reason, ...row }) => row);
    expect(schemaErrors({ ...result, requirements })).not.toEqual([]);
  });
});
