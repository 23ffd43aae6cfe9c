import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/variant-named.ts';
import { check } from '../check.ts';
import { conforming } from '../servers.ts';
import { world } from '../world.ts';

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

it('a store of 20 pending animals shows a filter that ignores the default limit', async () => {
  const fault = variantNamed('filter-without-default-in-a-small-store');
  const { baseUrl, keys } = await conforming({ seed: 0, variants: [fault] });
  const headers = { Authorization: `Bearer ${keys.pro}`, 'Content-Type': 'application/json' };
  for (let number = 1; number <= 20; number += 1) {
    const body = JSON.stringify({ name: `Rex ${number}`, categoryId: 1, status: 'pending' });
    await world().network.request(`${baseUrl}/pets`, { method: 'POST', headers, body });
  }
  const { result, code, said } = await check(baseUrl, { key: keys.pro });
  expect(code, said).toBe(1);
  const row = result?.requirements.find(({ id }) => id === 'list.default-limit');
  expect(row?.findings[0]).toMatchObject({ code: 'above-limit' });
});
