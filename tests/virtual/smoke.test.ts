import { afterEach, expect, it } from 'vitest';
import { run } from './command.ts';
import { conforming } from './servers.ts';
import { endWorld } from './world.ts';

afterEach(endWorld);

it.each([1, 2, 3, 4, 5, 6, 7, 8])('checks', async () => {
  const reference = await conforming();
  const began = performance.now();
  const cpu = process.cpuUsage();
  const ended = await run(['check', '--base-url', reference.baseUrl, '--key', 'pro=env:KEY'], {
    env: { KEY: reference.keys.pro },
  });
  console.log(ended.milliseconds, performance.now() - began, process.cpuUsage(cpu));
  expect(ended.code).toBe(0);
});
