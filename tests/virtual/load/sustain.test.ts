import { expect, it } from 'vitest';
import type { KeyLabel } from '../../../src/exchange/exchange.ts';
import { ofKind } from '../../../src/exchange/index.ts';
import { conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

it('sustain sends exactly the offered requests in each window', async () => {
  const { baseUrl, keys, received } = await conforming();
  const shared = { windowSeconds: 60, windows: 2 };
  const experiments = [
    { plan: 'pro', key: 'pro#1' as const, perWindow: 300, ...shared },
    { plan: 'free', key: 'free#1' as const, perWindow: 60, offered: 54, ...shared },
  ];
  const secrets = new Map<KeyLabel, string>([
    ['pro#1', keys.pro],
    ['free#1', keys.free],
  ]);
  const result = await runLoad('sustain', secrets, { config: { run: 'sustain', baseUrl, experiments } });
  const sent = ['pro#1', 'free#1'].map((label) => received().filter(({ key }) => key === label).length);
  expect(sent).toEqual([600, 108]);
  expect(result).toMatchObject({ complete: true, problems: [] });
  expect(result.exchanges.length + ofKind(result.records, 'held').length).toBe(708);
});
