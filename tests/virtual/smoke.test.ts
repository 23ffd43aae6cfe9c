import { afterEach, expect, it } from 'vitest';
import { run } from './command.ts';
import { conforming } from './servers.ts';
import { endWorld } from './world.ts';

afterEach(endWorld);

it('checks', async () => {
  const reference = await conforming();
  const began = performance.now();
  const ended = await run(['check', '--base-url', reference.baseUrl, '--key', 'pro=env:KEY'], {
    env: { KEY: reference.keys.pro },
  });
  console.log(ended.said.slice(-1500), ended.milliseconds, performance.now() - began);
  expect(ended.code).toBe(0);
});
