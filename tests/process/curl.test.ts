import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { variantNamed } from '../faults/variant-named.ts';
import { PRO_KEY } from '../outcome/checked.ts';
import { check } from './check.ts';
import { conforming } from './servers.ts';

/** tests/result/curl.test.ts has the words of every line. */
it.concurrent.each([
  ['list-without-key', 'auth.required.list'],
  ['created-is-204', 'create.created'],
])('the curl line of %s, pasted into a shell, gets the response that breaks %s again', async (fault, id) => {
  const { baseUrl } = await conforming({ variants: [variantNamed(fault)] });
  const checked = await check(baseUrl);
  const finding = checked.result?.requirements.find((row) => row.id === id)?.findings[0];
  const record =
    checked.journal.split('\n').find((line) => line.includes(`"seq":${finding?.exchanges.at(-1)},`)) ?? '{}';
  const env = { PATH: process.env['PATH'], STORE_API_KEY: PRO_KEY };
  const { stdout } = await promisify(execFile)('sh', ['-c', finding?.curl ?? 'no line'], { env, timeout: 20_000 });
  expect(stdout).toMatch(new RegExp(`^HTTP/1.1 ${JSON.parse(record).received.status} `));
});
