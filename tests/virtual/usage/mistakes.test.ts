import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { goldenIn } from '../../golden.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';
import { expectSession } from '../session.ts';

const TARGET =
  'targets:\n  staging:\n    baseUrl: https://service.invalid/v1\n    class: staging\n    keys: { free: { env: KEY } }\n';

it('a mistake is rejected before anything is written or sent, and its message says what was meant', async () => {
  let folder = '';
  await expectSession(goldenIn(import.meta.dirname)('mistakes.txt'), {
    env: { KEY: FREE_KEY },
    arrange: (cwd) => {
      folder = cwd;
      writeFileSync(join(cwd, 'storecheck.yaml'), TARGET);
    },
    after: ({ code, stdout, stderr }, words) => {
      expect([code, stdout], words.join(' ')).toEqual([2, '']);
      expect(stderr).not.toMatch(/^\s+at |confirm-host/m);
      for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^(storecheck: |\(Did you mean)/);
      expect(existsSync(join(folder, 'reports'))).toBe(false);
    },
  });
});

it('no command prints the usage', async () => {
  const { code, stderr } = await run([]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Usage:')]);
});

/** A value that is never repeated, whichever mistake put it on the command line. */
const VALUE = 'ask_live_Zx81QpLm77TtRr';

it('no part of a key or password on the command line is repeated', async () => {
  const server = await serve((_request, response) => response.end());
  await expectSession(goldenIn(import.meta.dirname)('key-values.txt'), {
    env: { VALUE, URL: server.baseUrl, STORE_API_KEY_FREE: FREE_KEY },
    after: ({ code, said }, words) => {
      expect(code, words.join(' ')).toBe(2);
      for (let end = 8; end <= VALUE.length; end += 1) expect(said).not.toContain(VALUE.slice(0, end));
    },
    show: ({ said }) => said.replaceAll(server.baseUrl, 'URL'),
  });
  expect(server.seen).toEqual([]);
});
