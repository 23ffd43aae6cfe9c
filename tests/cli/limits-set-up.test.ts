import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startCheck } from './check.ts';
import { expectSound, push, startPush, until, WINDOW_SECONDS } from './push.ts';
import { run } from './run.ts';
import { between, conforming } from './servers.ts';

const windowed = () => conforming({ windowSeconds: WINDOW_SECONDS });
const WRONG = 'ask_free_of_another_environment';

describe.concurrent('limits with a mistake in the set-up', () => {
  it.each<[string, string, (baseUrl: string) => string, { free?: string }, RegExp]>([
    [
      '/v1 is missing',
      'version-missing',
      (url) => url.replace('/v1', ''),
      {},
      /seems to be missing\. Use --base-url \S+\/v1 /,
    ],
    ['/v1 is doubled', 'version-doubled', (url) => `${url}/v1`, {}, /stands in it twice Use --base-url \S+\/v1 /],
    [
      'the path is another',
      'not-found',
      (url) => url.replace('/v1', '/shop/v1'),
      {},
      /Check host and path of --base-url/,
    ],
    ['the key is wrong', 'wrong-key', (url) => url, { free: WRONG }, /Check the key given for free/],
  ])('where %s names the fix, with one request a key', async (_name, code, address, keys, says) => {
    const server = await windowed();
    const pushed = await push(address(server.baseUrl), { keys: { free: server.keys.free, ...keys } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp?.code).toBe(code);
    expect(pushed.unwrapped).toMatch(says);
    expect(pushed.result?.requests.sent).toBe(1);
  });

  it('of one key says so at once and once in the report; the other key is judged', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { keys: { free: WRONG, pro: server.keys.pro } });
    await expectSound(pushed, 3);
    expect(pushed.stderr).toMatch(/free +answered 401: no limit is pushed with this key; the others go on/);
    const report = pushed.stdout.replace(/\s+/g, ' ');
    expect(report).toContain('Set-up: every request with the free key is answered 401');
    expect(report.match(/answered 401/g)).toHaveLength(1);
    expect(report).toContain('next: mend the set-up as said above');
    expect(Object.keys(pushed.result?.limits ?? {})).toContain('pro');
  });
});

describe.concurrent('an interrupted run says so once', () => {
  it('of limits, in the verdict and as the reason, without jargon', async () => {
    const server = await windowed();
    const { child, ended } = await startPush(server.baseUrl, { keys: { free: server.keys.free } });
    const sent = () => Object.values(server.counts()).reduce((sum, count) => sum + count, 0);
    await until(() => sent() >= 60);
    child.kill('SIGINT');
    const pushed = await ended;
    await expectSound(pushed, 130);
    expect(pushed.stdout).toContain('INTERRUPTED');
    expect(pushed.stdout).toContain('next: run it again');
    expect(pushed.said).not.toContain('closing record');
    expect(pushed.stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
    const quiet = await run(['judge', '--quiet', pushed.out]);
    expect(quiet.stdout).toMatch(/^\w+ \(interrupted\)\n$/);
  });

  it('of a check, however many probes were not sent', async () => {
    const server = await between(await conforming(), async () => {
      await sleep(100);
      return false;
    });
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 8);
    child.kill('SIGINT');
    const { stdout } = await ended;
    expect(stdout.match(/^ {2}\? \w+\./gm)).toHaveLength(1);
    expect(stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
  });
});
