import { describe, expect, it } from 'vitest';
import { expectSound } from '../../outcome/pushed.ts';
import { startCheck } from '../check.ts';
import { run } from '../command.ts';
import { push, startPush } from '../push.ts';
import { between, conforming, serve } from '../servers.ts';
import { sleep, until } from '../world.ts';

const WRONG = 'ask_free_of_another_environment';

describe('limits with a mistake in the set-up', () => {
  const missing = /seems to be missing\. Use --base-url \S+\/v1 /;
  const doubled = /contains \/v1 twice Use --base-url \S+\/v1 /;
  it.each<[string, string, string, { free?: string }, RegExp]>([
    ['/v1 is missing', 'version-missing', '', {}, missing],
    ['/v1 is doubled', 'version-doubled', '/v1/v1', {}, doubled],
    ['the path is another', 'not-found', '/shop/v1', {}, /Check host and path of --base-url/],
    ['the key is wrong', 'wrong-key', '/v1', { free: WRONG }, /Check the free key: .* It comes from \w+ \(--key\)\./],
  ])('names the fix after 1 request: %s', async (_name, code, path, keys, says) => {
    const server = await conforming();
    const address = new URL(server.baseUrl).origin + path;
    const pushed = await push(address, { keys: { free: server.keys.free, ...keys } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp?.code).toBe(code);
    expect(pushed.unwrapped).toMatch(says);
    expect(pushed.result?.requests.sent).toBe(1);
    expect(server.received()).toHaveLength(1);
  });

  it.each([
    ['nothing but {}', '{}'],
    ['an example', '[{"id":1,"name":"string","categoryId":0}]'],
    ['a page', '<!doctype html><title>Pets</title>'],
  ])('recognises another service by 2 requests of each key: %s', async (_name, body) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    const pushed = await push(server.baseUrl, { keys: { free: WRONG } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp?.code).toBe('mock');
    expect(pushed.unwrapped).toMatch(/It is probably another service or a mock/);
    expect(server.seen).toHaveLength(2);
  });

  it('reports a wrong key at once and once in the report, and judges the other key', async () => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { keys: { free: WRONG, pro: server.keys.pro } });
    await expectSound(pushed, 3);
    expect(pushed.stderr).toMatch(/free +the service returned 401: this key is skipped; the others continue/);
    const report = pushed.stdout.replace(/\s+/g, ' ');
    expect(report).toContain('Set-up: the service returned 401 to the requests with the free key');
    expect(report.match(/returned 401/g)).toHaveLength(1);
    expect(report).toContain('next: fix the problem above');
    expect(Object.keys(pushed.result?.limits ?? {})).toContain('pro');
  });
});

describe('an interrupted run reports that once', () => {
  it('limits: in the verdict and as the reason, without jargon', async () => {
    const server = await conforming();
    const running = startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length >= 60, 0.5);
    running.interrupt();
    const pushed = await running.ended;
    await expectSound(pushed, 130);
    expect(pushed.stdout).toContain('INTERRUPTED');
    expect(pushed.stdout).toContain('next: run it again');
    expect(pushed.said).not.toContain('closing record');
    expect(pushed.stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
    const quiet = await run(['judge', '--quiet', pushed.out]);
    expect(quiet.stdout).toMatch(/^\w+ \(interrupted\)\n$/);
  });

  it('check: however many probes were not sent', async () => {
    const server = await between(await conforming(), () => sleep(100));
    const running = startCheck(server.baseUrl);
    await until(() => server.seen.length >= 8);
    running.interrupt();
    const { stdout } = await running.ended;
    expect(stdout.match(/^ {2}\? \w+\./gm)).toHaveLength(1);
    expect(stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
  });
});
