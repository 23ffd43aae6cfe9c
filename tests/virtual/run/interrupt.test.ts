import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { startCheck } from '../check.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { now, sleep, until } from '../world.ts';

/** A service whose responses take a while. */
const slow = async () => between(await conforming(), () => sleep(120));

/** A check that is stopped by Ctrl-C once the condition is met. */
async function interrupted({ baseUrl }: { readonly baseUrl: string }, condition: () => boolean) {
  const running = startCheck(baseUrl);
  await until(condition);
  running.interrupt();
  const checked = await running.ended;
  expect(checked.code, checked.said).toBe(130);
  expectJudgedAlike(checked);
  return checked;
}

describe('Ctrl-C', () => {
  it('stops the run, which is judged and written', async () => {
    const server = await slow();
    const checked = await interrupted(server, () => server.seen.length >= 8);
    expect(checked.stderr).toContain('stopping');
    expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 130, run: { end: 'interrupted' } });
    expect(checked.result?.requests.sent).toBe(8);
    expect(checked.stdout.match(/^ {2}\? \w+\./gm)).toHaveLength(1);
    expect(checked.stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
    expect(checked.unwrapped).toContain('the run was interrupted');
    for (const name of ['residue.json', 'report.html']) expect(existsSync(join(checked.out, name))).toBe(true);
    for (const name of ['junit.xml', 'summary.md'])
      expect(readFileSync(join(checked.out, name), 'utf8')).toContain('the run was interrupted');
    expect(server.seen.length).toBe(8);
  });

  it('ends a wait for a window at once', async () => {
    const server = await between(await conforming(), ({ headers }) => {
      Object.assign(headers, {
        'x-ratelimit-remaining': '1',
        'x-ratelimit-reset': String(Math.ceil(now() / 1000) + 50),
      });
    });
    const running = startCheck(server.baseUrl);
    await until(() => server.seen.length >= 1);
    await sleep(600);
    const pressed = now();
    running.interrupt();
    const checked = await running.ended;
    expect(checked.code, checked.said).toBe(130);
    expect(now() - pressed).toBeLessThan(10);
    expect(checked.stderr).toMatch(/waiting [\d.]+ s/);
    expectJudgedAlike(checked);
  });

  it('during a creation lists its animal as residue: the service may have stored it', async () => {
    let stored = false;
    const server = await between(await conforming(), ({ request, status }) => {
      stored ||= request.method === 'POST' && status === 201;
      return stored;
    });
    const checked = await interrupted(server, () => stored);
    const { animals } = JSON.parse(readFileSync(join(checked.out, 'residue.json'), 'utf8'));
    expect(animals).toEqual([expect.objectContaining({ name: expect.stringMatching(/^Storecheck /) })]);
  });

  it('pressed twice exits at once', async () => {
    const server = await slow();
    const running = startCheck(server.baseUrl);
    await until(() => server.seen.length >= 4);
    const pressed = now();
    running.interrupt();
    running.interrupt();
    const { code, result } = await running.ended;
    expect([code, result]).toEqual([130, undefined]);
    expect(now()).toBe(pressed);
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['the end of the input', '\u0004'],
  ])('at a question: %s exits with 130', async (_what, typed) => {
    const ended = await run(
      ['check', '--base-url', 'https://service.invalid/v1', '--key', 'free=env:KEY', '--allow-writes'],
      { env: { KEY: 'a-key-of-nobody' }, terminal: 80, answers: [['Type the host name', typed]] },
    );
    expect(ended.code, ended.said).toBe(130);
    expect(ended.said).not.toContain('internal error');
  });
});
