import { expect, it } from 'vitest';
import { check } from './check.ts';
import { push } from './push.ts';
import { conforming } from './servers.ts';

it('passes a conforming service', async () => {
  const { baseUrl, keys } = await conforming();
  const { code, said } = await check(baseUrl, { key: keys.pro });
  expect(code, said).toBe(0);
});

it('passes conforming limits in windows of a minute', async () => {
  const { baseUrl, keys, secondKeys } = await conforming();
  const began = performance.now();
  const { code, said, milliseconds } = await push(baseUrl, {
    keys,
    secondKeys: { free: secondKeys.free },
    args: ['--enterprise-per-minute', '5000', '--enterprise-per-day', '1000000'],
  });
  console.log(performance.now() - began, milliseconds);
  expect(code, said).toBe(0);
});
