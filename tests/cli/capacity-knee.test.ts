import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { random } from '../../src/capacity/random.ts';
import type { Result } from '../../src/result/result.ts';
import { run, temporaryFolder } from './run.ts';
import { serve } from './servers.ts';

/** One queue with exponential service times: its capacity is known. */
function queue(capacityRps: number) {
  const next = random(capacityRps);
  let free = 0;
  return serve((_request, response) => {
    const now = performance.now();
    free = Math.max(free, now) + (-Math.log(1 - next()) * 1_000) / capacityRps;
    setTimeout(() => response.end('[]'), free - now);
  });
}

it.each([
  [70, 'does-not-fit'],
  [110, 'fits'],
] as const)(
  'a service that can do %d a second, at a peak of 80: %s, and its knee within a tenth',
  async (capacityRps, verdict) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'keys'), 'queue-key-1\nqueue-key-2\nqueue-key-3\n');
    const { baseUrl } = await queue(capacityRps);
    const keys = ['--key', `enterprise=file:${join(folder, 'keys')}`, '--enterprise-per-minute', '4800'];
    const peak = ['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', 'enterprise=1'];
    const steps = ['--steps', '100,150', '--step-duration', '8', '--p95', '500ms', '--errors', '2%'];
    const args = ['capacity', '--base-url', baseUrl, ...keys, ...peak, ...steps, '--out', join(folder, 'run')];
    const { said } = await run(args, { deadlineMs: 58_000 });
    const { capacity } = JSON.parse(readFileSync(join(folder, 'run', 'results.json'), 'utf8')) as Result;
    // Another's load on this machine may make a generator late: then nothing is claimed.
    if (capacity?.steps.some(({ invalid }) => invalid === 'machine') === true) {
      expect(capacity.verdict).not.toBe(verdict === 'fits' ? 'does-not-fit' : 'fits');
      return;
    }
    expect(capacity?.verdict, said).toBe(verdict);
    expect(Math.abs((capacity?.knee ?? 0) / capacityRps - 1), said).toBeLessThan(0.1);
  },
  60_000,
);
