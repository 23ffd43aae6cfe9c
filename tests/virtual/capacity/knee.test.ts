import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { resultIn } from './left.ts';
import { run, start } from './run.ts';

const PER_MINUTE = 60_000;
const ENTERPRISE = ['--enterprise-per-minute', String(PER_MINUTE)];

/** The reference server with a queue of this capacity, on a port of its own, and a file with its key. */
async function serve(rps: number) {
  const speed = ['--capacity', `${rps}rps`, '--latency', 'lognormal:20ms/0.3'];
  const { child, ended } = await start(['serve', '--port', '0', ...speed, ...ENTERPRISE], { deadlineMs: 60_000 });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('try: ')) break;
  }
  const key = join(temporaryFolder(), 'key');
  writeFileSync(key, /STORE_API_KEY_ENTERPRISE=(\S+)/.exec(said)?.[1] ?? '');
  const stop = async () => {
    child.kill();
    expect((await ended).code).toBe(0);
  };
  return { baseUrl: /http:\S+/.exec(said)?.[0] ?? '', key, stop };
}

it.each([
  [150, 100, 'fits'],
  [250, 325, 'does-not-fit'],
  [400, 270, 'fits'],
] as const)(
  'a service that can do %d a second, at a peak of %d: %s, and its knee within a tenth',
  async (capacityRps, peakRps, verdict) => {
    const folder = join(temporaryFolder(), 'run');
    const { baseUrl, key, stop } = await serve(capacityRps);
    const use = (peakRps * 60) / PER_MINUTE;
    const peak = ['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', `enterprise=${use}`];
    const steps = ['--steps', '100,200', '--step-duration', '6', '--p95', '300ms', '--errors', '2%'];
    const args = [
      'capacity',
      '--base-url',
      baseUrl,
      '--key',
      `enterprise=file:${key}`,
      ...ENTERPRISE,
      ...peak,
      ...steps,
    ];
    const { said } = await run([...args, '--out', folder], { deadlineMs: 50_000 });
    await stop();
    const { capacity } = resultIn(folder);
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
