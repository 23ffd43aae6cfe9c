import { expect, it } from 'vitest';
import { check } from '../check.ts';
import { conforming } from '../servers.ts';

it('two checks that fill a store at the same time both pass', async () => {
  // Without a delay, one check would end before the other one fills the store.
  const reference = await conforming({
    seed: 5,
    capacity: { places: 100, latency: { kind: 'constant', ms: 20 }, seed: 1 },
  });
  const checked = await Promise.all([
    check(reference.baseUrl, { key: reference.keys.pro }),
    check(reference.baseUrl, { key: reference.secondKeys.pro }),
  ]);
  for (const { code, said } of checked) expect(code, said).toBe(0);
});
