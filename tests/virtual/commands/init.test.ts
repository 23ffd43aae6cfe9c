import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { goldenIn } from '../../golden.ts';
import { expectSession } from '../session.ts';

let folder = '';

it('init writes a valid configuration of the target, refuses mistakes and an existing file, and prints the next steps', async () => {
  await expectSession(goldenIn(import.meta.dirname)('init.txt'), {
    env: { STORE_API_KEY_FREE: 'a-key-of-nobody-123' },
    arrange: (cwd) => {
      folder = cwd;
    },
    after: ({ code }) => {
      const file = join(folder, 'storecheck.yaml');
      if (code === 0) expect(readConfig(readFileSync(file, 'utf8'), file)).not.toHaveProperty('problems');
    },
  });
});
