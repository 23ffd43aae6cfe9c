import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BUILT } from '../../built.ts';
import { temporaryFolder } from '../../folder.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { startCheck } from '../check.ts';
import { between, conforming, type Listening } from '../servers.ts';
import { until } from '../world.ts';

/** Every answer takes a while. */
const slow = async (): Promise<Listening> =>
  between(await conforming(), async () => {
    await sleep(120);
    return false;
  });

describe('Ctrl-C in the middle of a run', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(%s) judges and writes what was recorded: exit 130', async (signal) => {
    const server = await slow();
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 8);
    child.kill(signal);
    const checked = await ended;
    expect(checked.code, checked.said).toBe(130);
    expect(checked.stderr).toContain('stopping');
    expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 130, run: { end: 'interrupted' } });
    expect(checked.result?.requests.sent).toBeGreaterThanOrEqual(7);
    expect(checked.unwrapped).toContain('the run was interrupted');
    expect(existsSync(join(checked.out, 'residue.json'))).toBe(true);
    expect(server.seen.length).toBeLessThan(12);
    expectJudgedAlike(checked);
  });

  it('in the wait for a window ends the wait at once', async () => {
    const backend = await conforming();
    const server = await between(backend, (passing) => {
      Object.assign(passing.headers, {
        'x-ratelimit-remaining': '1',
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 50),
      });
      return false;
    });
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 1);
    await sleep(600);
    const pressed = performance.now();
    child.kill('SIGINT');
    const checked = await ended;
    expect(checked.code, checked.said).toBe(130);
    expect(performance.now() - pressed).toBeLessThan(3_000);
    expect(checked.stderr).toMatch(/waiting [\d.]+ s/);
    expectJudgedAlike(checked);
  });

  it('while a create is under way names its animal as residue: the service may have stored it', async () => {
    const backend = await conforming();
    let stored = false;
    const server = await between(backend, ({ request, status }) => {
      stored ||= request.method === 'POST' && status === 201;
      return stored;
    });
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => stored);
    child.kill('SIGINT');
    const checked = await ended;
    expect(checked.code).toBe(130);
    const residue = JSON.parse(readFileSync(join(checked.out, 'residue.json'), 'utf8')) as {
      animals: { name: string }[];
    };
    expect(residue.animals.some(({ name }) => name.startsWith('Storecheck '))).toBe(true);
    expectJudgedAlike(checked);
  });

  it('pressed twice leaves at once', async () => {
    const server = await slow();
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 4);
    const pressed = performance.now();
    child.kill('SIGINT');
    child.kill('SIGINT');
    const checked = await ended;
    expect(checked.code).toBe(130);
    expect(performance.now() - pressed).toBeLessThan(1_500);
  });

  it('before the first answer leaves a run that can be judged: incomplete, exit 130', async () => {
    const server = await between(await conforming(), () => true);
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 1);
    child.kill('SIGINT');
    const checked = await ended;
    expect(checked.code, checked.said).toBe(130);
    expect(checked.result?.setUp).toBeUndefined();
    expectJudgedAlike(checked);
  });
});

/** `script` (util-linux) gives the command a terminal. */
describe.skipIf(!existsSync('/usr/bin/script')).concurrent('at a question', () => {
  it.each([
    ['Ctrl-C', '\u0003'],
    ['the end of the input', '\u0004'],
  ])('%s is exit 130', async (_what, typed) => {
    const line = [process.execPath, BUILT, 'check', '--base-url', 'https://service.invalid/v1'];
    const args = ['-qefc', `${line.join(' ')} --key free=env:KEY --allow-writes`, '/dev/null'];
    const env = { PATH: process.env['PATH'], KEY: 'a-key-of-nobody' };
    const ended = promisify(execFile)('script', args, { cwd: temporaryFolder(), env });
    let said = '';
    ended.child.stdout?.on('data', (text: string) => {
      said += text;
    });
    const isOver = expect(ended).rejects.toMatchObject({ code: 130 });
    await until(() => said.includes('Type its name'));
    ended.child.stdin?.write(typed);
    await isOver;
    expect(said).not.toContain('a fault of storecheck');
  });
});
