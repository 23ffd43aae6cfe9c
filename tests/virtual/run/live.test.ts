import { expect, it } from 'vitest';
import { shown } from '../../cli/shown.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { ask } from '../push.ts';
import { conforming } from '../servers.ts';

it('shows the live area on a terminal until the run ends', async () => {
  const { baseUrl } = await conforming({ keys: { [FREE_KEY]: 'free' } });
  // A part of the window is used, so the check waits for the next one.
  for (let sent = 0; sent < 30; sent += 1) await ask(baseUrl, FREE_KEY);
  const { code, stdout, stderr, out } = await check(baseUrl, { plan: 'free', terminal: 80 });
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/\u001b\[2m {2}check {5}[█░]{16} {2}\d+ of about \d+ requests/);
  expect(stderr).toMatch(/ · waiting \d+ s /);
  const left = shown(stderr.replace(/\u001b\[\d+m/g, ''));
  expect(left.join('\n')).not.toMatch(/of about \d+ requests$/m);
  expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
    `report: ${out}/report.html`,
    'exit code 0 (passed)',
    expect.stringMatching(/^next: /),
  ]);
});
