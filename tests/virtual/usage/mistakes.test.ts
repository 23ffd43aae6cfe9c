import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('no part of a key or password on the command line is repeated', () => {
  it.each<[args: readonly string[], says: string]>([
    [['--key', `free=${VALUE}`], 'not the key itself'],
    [['--key', `${VALUE}==`], 'PLAN=env:NAME'],
    [['--key', 'free', VALUE], 'not the key itself'],
    [[`--key=${VALUE}`], 'not the key itself'],
    [['--key', `free=env:${VALUE}`], '--key free'],
    [['--key', `free=file:${VALUE}`], '--key free'],
    [[`--api-key=${VALUE}`], 'unknown option --api-key'],
    [['--api-key', VALUE], 'unknown option --api-key'],
    [['--base-url', `https://user:${VALUE}@staging.example.com/v1`], 'credentials'],
    [['--base-url', `https://${VALUE}@staging.example.com/v1`], 'credentials'],
    [['--base-url', `user:${VALUE}@staging.example.com/v1`], '--base-url'],
    [['--base-url', `https://staging.example.com/v1?key=${VALUE}`], 'query'],
  ])('%j', async (args, says) => {
    const server = await serve((_request, response) => response.end());
    const baseUrl = args.includes('--base-url') ? [] : ['--base-url', server.baseUrl];
    const ended = await run(['check', ...baseUrl, ...args], { env: { STORE_API_KEY_FREE: FREE_KEY } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(says);
    for (let end = 8; end <= VALUE.length; end += 1) expect(ended.said).not.toContain(VALUE.slice(0, end));
    expect(server.seen).toEqual([]);
  });

  it('before the command', async () => {
    const ended = await run([`--key=${VALUE}`, 'check', '--base-url', 'http://127.0.0.1:9/v1']);
    expect(ended.code).toBe(2);
    expect(ended.said).not.toContain(VALUE.slice(0, 8));
  });
});
