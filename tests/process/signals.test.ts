import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startCheck } from './check.ts';
import { until } from './push.ts';
import { between, conforming } from './servers.ts';

/** A service whose responses take a while. */
const slow = async () => between(await conforming(), () => sleep(120));

describe('the process', () => {
  it.each([
    ['SIGTERM', 1],
    ['SIGHUP', 2],
  ] as const)('judges and writes the run on %s (sent %i times)', async (signal, times) => {
    const server = await slow();
    const { child, ended } = await startCheck(server.baseUrl);
    await until(() => server.seen.length >= 4);
    for (let time = 0; time < times; time += 1) {
      child.kill(signal);
      await sleep(20);
    }
    const { code, result, said } = await ended;
    expect(code, said).toBe(130);
    expect(result).toMatchObject({ exitCode: 130, run: { end: 'interrupted' } });
  });
});
