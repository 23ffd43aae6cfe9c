import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { variantNamed } from '../faults/index.ts';
import { PRO_KEY } from '../outcome/runs.ts';
import { check } from './run.ts';
import { conforming } from './servers.ts';

/** tests/result/curl.test.ts has the words of every line. */
it('the curl line of a finding, pasted into a shell, gets the response that breaks the requirement again', async () => {
  const { baseUrl } = await conforming({ variants: [variantNamed('created-is-204')] });
  const { result } = await check(baseUrl, { args: ['--only', 'create.created'] });
  const curl = result?.requirements.find(({ id }) => id === 'create.created')?.findings[0]?.curl ?? 'no line';
  const env = { PATH: process.env['PATH'], FIRST_PRO: PRO_KEY };
  const { stdout } = await promisify(execFile)('sh', ['-c', curl], { env, timeout: 20_000 });
  expect(stdout).toMatch(/^HTTP\/1.1 204 /);
});
