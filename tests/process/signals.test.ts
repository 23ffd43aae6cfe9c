import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeWithK6 } from '../real-k6.ts';
import { startCheck } from './check.ts';
import { childrenOf, startPush, until } from './push.ts';
import { start } from './run.ts';
import { between, conforming } from './servers.ts';

/** A service whose responses take a while. */
const slow = async () =>
  between(await conforming(), async () => {
    await sleep(120);
    return false;
  });

describe('the process', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('judges and writes the run on %s', async (signal) => {
    const server = await slow();
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 4);
    child.kill(signal);
    const { code, result, said } = await ended;
    expect(code, said).toBe(130);
    expect(result).toMatchObject({ exitCode: 130, run: { end: 'interrupted' } });
  });

  it('exits on two SIGINTs', async () => {
    // Never responds.
    const server = await between(await conforming(), () => new Promise<boolean>(() => undefined));
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 1);
    child.kill('SIGINT');
    child.kill('SIGINT');
    const { code, hung } = await ended;
    expect([code, hung]).toEqual([130, false]);
  });

  it('does not read a journal from a pipe', async () => {
    const { child, ended } = await start(['judge', '/dev/stdin']);
    child.stdin.end();
    const { code, stderr } = await ended;
    expect(code).toBe(2);
    expect(stderr).toContain('save it to a file first');
  });
});

describeWithK6('the process with k6', () => {
  it('leaves no k6 behind on SIGINT', async () => {
    const server = await conforming({ windowSeconds: 6 });
    const { child, ended } = await startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length > 60);
    const [k6 = 0] = childrenOf(child.pid);
    child.kill('SIGINT');
    const { code, said } = await ended;
    expect(code, said).toBe(130);
    expect(k6).toBeGreaterThan(0);
    expect(existsSync(`/proc/${k6}`)).toBe(false);
  });
});
