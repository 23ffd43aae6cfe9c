import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { resultIn } from '../../outcome/left.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const PER_MINUTE = 60_000;

it.each([
  [150, 100, 'fits'],
  [100, 130, 'does-not-fit'],
] as const)(
  'a service with a capacity of %d requests/s at a peak of %d: %s, and the knee is found within a tenth',
  async (capacityRps, peakRps, verdict) => {
    const latency = { kind: 'lognormal', medianMs: 20, sigma: 0.3 } as const;
    const capacity = { rps: capacityRps, places: 1_000, latency, seed: 1 };
    const server = await conforming({ capacity, enterprisePerMinute: PER_MINUTE });
    const out = join(temporaryFolder(), 'run');
    const use = (peakRps * 60) / PER_MINUTE;
    const key = ['--key', 'enterprise=env:KEY', '--enterprise-per-minute', String(PER_MINUTE)];
    const peak = ['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', `enterprise=${use}`];
    const steps = ['--steps', '100,200', '--step-duration', '6', '--p95', '300ms', '--errors', '2%'];
    const { said } = await run(['capacity', '--base-url', server.baseUrl, ...key, ...peak, ...steps, '--out', out], {
      env: { KEY: server.keys.enterprise },
    });
    const result = resultIn(out).capacity;
    expect(result?.verdict, said).toBe(verdict);
    expect(Math.abs((result?.knee ?? 0) / capacityRps - 1), said).toBeLessThan(0.1);
  },
);
