import { describe, expect, it } from 'vitest';
import { faults } from '../../../src/reference/index.ts';
import { PRO_KEY, verdictOf } from '../../outcome/checked.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const fault = (id: string) => faults.filter((one) => one.id === id);

describe('the exit code of a check', () => {
  it.each([
    ['a conforming service', {}, 60],
    ['a conforming service with an empty store', { seed: 0 }, 80],
    ['ids beyond 2^53', { firstId: 2n ** 53n + 1n }, 60],
  ])('is 0 for %s', async (_name, options, requests) => {
    const checked = await check((await conforming(options)).baseUrl);
    expect(checked.code, checked.said).toBe(0);
    expect(checked.result).toMatchObject({ outcome: 'passed', exitCode: 0 });
    expect(checked.stdout).toContain('PASSED');
    expect(checked.result?.requests.sent).toBeLessThanOrEqual(requests);
    expectJudgedAlike(checked);
  });

  it('is 1 with a fault, whose requirement fails with a curl line', async () => {
    const checked = await check((await conforming({ variants: fault('list-without-key') })).baseUrl);
    expect(checked.code, checked.said).toBe(1);
    expect(checked.result).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(verdictOf(checked, 'auth.required.list')).toBe('fail');
    expect(checked.stdout).toContain('auth.required.list');
    expect(checked.stdout).toContain('curl -i');
    expect(checked.said).not.toContain(PRO_KEY);
    expectJudgedAlike(checked);
  });

  it.each([
    ['--only', 'auth.*'],
    ['--max-requests', '30'],
  ])('is 3 for a partial run: %s %s', async (...args) => {
    const checked = await check((await conforming()).baseUrl, { args });
    expect(checked.code, checked.said).toBe(3);
    expect(checked.stdout).toContain('INCOMPLETE');
    expect(checked.unwrapped).toMatch(/partial run|limit of 30 requests/);
    expectJudgedAlike(checked);
  });

  it('is 0 for a failed should, and 1 with --fail-on should, for judge as well', async () => {
    const server = await conforming({ variants: fault('no-challenge') });
    const lenient = await check(server.baseUrl);
    expect(lenient.code, lenient.said).toBe(0);
    expect((await check(server.baseUrl, { args: ['--fail-on', 'should'] })).code).toBe(1);
    expect((await run(['judge', lenient.out, '--fail-on', 'should'])).code).toBe(1);
  });
});
