import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { run } from '../command.ts';
import { expectSession } from '../session.ts';

describe('init at a terminal', () => {
  it('checks each answer and asks again', async () => {
    const cwd = temporaryFolder();
    const { code, said } = await run(['init'], {
      cwd,
      terminal: 80,
      answers: [
        ['Base URL, with /v1? ', ''],
        ['Base URL, with /v1? ', 'api.example.com'],
        ['Base URL, with /v1? ', 'https://api.example.com/store'],
        ['Base URL? [https://api.example.com/store/v1] ', ''],
        ['or production? [production] ', 'prod'],
        ['or production? [production] ', ''],
        ['Name of the target? [production] ', 'a b'],
        ['Name of the target? [production] ', ''],
        ['Plans that you have keys for? [free] ', 'free,por'],
        ['Plans that you have keys for? [free] ', 'free,pro'],
      ],
    });
    expect(code, said).toBe(0);
    for (const problem of ['has no scheme', 'did you mean pro?', '"a b" is not a valid name'])
      expect(said).toContain(problem);
    expect(said).not.toContain('--name');
    expect(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8')).toContain(
      'production:\n    baseUrl: https://api.example.com/store/v1\n    class: production',
    );
  });

  it('names an existing file before it asks, within the width of the terminal', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), 'mine');
    const { code, said, unwrapped } = await run(['init'], { cwd, terminal: 80 });
    expect(code, said).toBe(2);
    expect(said).not.toContain('Base URL');
    expect(unwrapped).toContain('storecheck.yaml exists; --force overwrites it');
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

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
