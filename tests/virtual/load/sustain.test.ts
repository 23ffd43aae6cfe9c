import { expect, it } from 'vitest';
import type { KeyLabel } from '../../../src/exchange/exchange.ts';
import { ofKind } from '../../../src/exchange/index.ts';
import type { SustainConfig } from '../../../src/k6/index.ts';
import { fixedWindow } from './fixed-window.ts';
import { runLoad } from './run-load.ts';

it('sustain sends exactly the offered requests in each window', async () => {
  const windowSeconds = 60;
  const server = await fixedWindow({ windowSeconds, limits: { 'key-of-pro-1': 100, 'key-of-free-2': 40 } });
  const config: SustainConfig = {
    run: 'sustain',
    baseUrl: server.baseUrl,
    experiments: [
      { plan: 'pro', key: 'pro#1', perWindow: 100, windowSeconds, windows: 2 },
      { plan: 'free', key: 'free#1', perWindow: 40, offered: 36, windowSeconds, windows: 2 },
    ],
  };
  const keys = new Map<KeyLabel, string>([
    ['pro#1', 'key-of-pro-1'],
    ['free#1', 'key-of-free-2'],
  ]);
  const result = await runLoad('sustain', keys, { config });
  expect([server.seen.get('key-of-pro-1')?.requests, server.seen.get('key-of-free-2')?.requests]).toEqual([200, 72]);
  expect(result).toMatchObject({ complete: true, problems: [] });
  expect(result.exchanges.length + ofKind(result.records, 'held').length).toBe(272);
});
