import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { golden } from '../../support/golden.ts';
import { FREE_KEY } from '../../support/runs.ts';
import { expectSession } from '../session.ts';
import { run, start } from '../virtual-command.ts';
import { sleep } from '../world.ts';

it('serve prints an address and keys that a check can use', async () => {
  const serving = start(['serve', '--port', '0', '--fault', 'list-without-key']);
  await sleep(1_000);
  const text = serving.stdout();
  const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text)?.[0] ?? '';
  const exported = [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', key = '']) => [name, key]);
  const keys: Record<string, string> = Object.fromEntries(exported);
  expect(keys['STORE_API_KEY_FREE']).toBe(FREE_KEY);
  const { STORE_API_KEY_PRO = '' } = keys;
  expect((await run(['check', '--base-url', baseUrl], { env: { STORE_API_KEY_PRO } })).code).toBe(1);
  serving.interrupt();
  expect((await serving.ended).code).toBe(0);
});

it('init writes a valid configuration of the target, refuses mistakes and an existing file, and prints the next steps', async () => {
  await expectSession(golden('init.txt'), {
    env: { STORE_API_KEY_FREE: 'a-key-of-nobody-123' },
    after: ({ code }, _words, cwd) => {
      const file = join(cwd, 'storecheck.yaml');
      if (code === 0) expect(readConfig(readFileSync(file, 'utf8'), file)).not.toHaveProperty('problems');
    },
  });
});
