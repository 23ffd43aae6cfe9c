import { expect, it } from 'vitest';
import { shown } from '../../cli/shown.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { check } from '../command.ts';
import { ask, conforming } from '../servers.ts';

it('two checks that fill a store at the same time both pass', async () => {
  // Without a delay, one check would end before the other one fills the store.
  const reference = await conforming({
    seed: 5,
    capacity: { places: 100, latencyMs: 20, seed: 1 },
  });
  const checked = await Promise.all([
    check(reference.baseUrl, { key: reference.keys.pro }),
    check(reference.baseUrl, { key: reference.secondKeys.pro }),
  ]);
  for (const { code, said } of checked) expect(code, said).toBe(0);
});

it('shows the live area on a terminal until the run ends', async () => {
  const { baseUrl } = await conforming({ keys: { [FREE_KEY]: 'free' } });
  // A part of the window is used, so the check waits for the next one.
  for (let sent = 0; sent < 30; sent += 1) await ask(baseUrl, FREE_KEY);
  const { code, stdout, stderr, out } = await check(baseUrl, { plan: 'free', terminal: 80 });
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/ {2}check {5}[█░]{16} {2}\d+ of about \d+ requests/);
  expect(stderr).toMatch(/ · waiting \d+ s /);
  const left = shown(stderr.replace(/\u001b\[\d+m/g, ''));
  expect(left.join('\n')).not.toMatch(/of about \d+ requests$/m);
  expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
    `report: ${out}/report.html`,
    'exit code 0 (passed)',
    expect.stringMatching(/^next: /),
  ]);
});
