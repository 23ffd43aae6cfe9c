import { describe, expect, it } from 'vitest';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';

const NOWHERE = 'http://127.0.0.1:9/v1';

/** The problems of a command line, one on each line. */
async function problemsOf(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const [command = '', ...rest] = args;
  const ended = await run([command, '--base-url', NOWHERE, ...rest], { env: { FREE: FREE_KEY, ...env } });
  expect(ended.code, ended.said).toBe(2);
  return ended.stderr.trim().split('\n');
}

describe('a mistake with keys', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['no source', ['check', '--key', 'free'], {}, '--key free: the source of the key is missing; name a source'],
    [
      'no key at all',
      ['check', '--plan', 'pro'],
      {},
      '--plan pro: its key is missing: add --key pro=env:NAME or --key pro=file:PATH, or set STORE_API_KEY_PRO',
    ],
    [
      'another key alone',
      ['limits', '--key', 'free=env:FREE', '--plan', 'pro'],
      {},
      '--plan pro: its key is missing: add --key pro=env:NAME',
    ],
    [
      'a variable that --key replaces',
      ['limits', '--key', 'free=env:FREE', '--plan', 'pro'],
      { STORE_API_KEY_PRO: PRO_KEY },
      'STORE_API_KEY_PRO is ignored, because --key or the target names keys of other plans; add --key pro=env:STORE_API_KEY_PRO',
    ],
    [
      'two plans for --plan',
      ['run', '--key', 'free=env:FREE', '--plan', 'free,pro'],
      {},
      '"free,pro" is not one of free, pro',
    ],
  ])('%s: is one problem that says what to add', async (_name, args, env, says) => {
    const problems = await problemsOf(args, env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
  });
});

describe('--plan', () => {
  it.each([
    ['limits', [], ['free#1, pro#1: 376 requests'], []],
    ['limits', ['--plan', 'free'], ['free#1: 68 requests'], ['pro#1']],
    ['run', [], ['pro#1: about', 'free#1, pro#1: 376 requests'], []],
    ['run', ['--plan', 'free'], ['free#1: about', 'free#1, pro#1: 376 requests'], ['pro#1: about']],
  ] as const)(
    'chooses the keys of limits, and the key of the check of run: %s %j',
    async (command, args, says, not) => {
      const keys = ['--key', 'free=env:FREE', '--key', 'pro=env:PRO'];
      const { unwrapped } = await run([command, '--base-url', NOWHERE, ...keys, ...args, '--dry-run'], {
        env: { FREE: FREE_KEY, PRO: PRO_KEY },
      });
      for (const words of says) expect(unwrapped).toContain(words);
      for (const words of not) expect(unwrapped).not.toContain(words);
    },
  );
});
