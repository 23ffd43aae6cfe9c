import { describe, expect, it } from 'vitest';
import { FREE_KEY, PRO_KEY } from './check.ts';
import { run } from './run.ts';

const NOWHERE = 'http://127.0.0.1:9/v1';

/** The problems that a call has, a line each. */
async function problemsOf(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const [command = '', ...rest] = args;
  const ended = await run([command, '--base-url', NOWHERE, ...rest], { env: { FREE: FREE_KEY, ...env } });
  expect(ended.code, ended.said).toBe(2);
  return ended.stderr.trim().split('\n');
}

describe.concurrent('a call whose keys do not fit says what to add', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['no source', ['check', '--key', 'free'], {}, '--key free: where the key comes from is missing; give a source'],
    ['a plan mistyped', ['check', '--key', 'fre'], {}, '--key: no plan fre (did you mean free?)'],
    [
      'no key at all',
      ['check', '--plan', 'pro'],
      {},
      '--plan pro: no key for it: give --key pro=env:NAME or --key pro=file:PATH, or set STORE_API_KEY_PRO',
    ],
    [
      'another key alone',
      ['limits', '--key', 'free=env:FREE', '--plan', 'pro'],
      {},
      '--plan pro: no key for it: add --key pro=env:NAME',
    ],
    [
      'a variable that is not read beside --key',
      ['limits', '--key', 'free=env:FREE', '--plan', 'pro'],
      { STORE_API_KEY_PRO: PRO_KEY },
      'STORE_API_KEY_PRO is set, but not read where --key is given or the target gives keys of other plans; add --key pro=env:STORE_API_KEY_PRO',
    ],
    ['two plans for --plan', ['run', '--key', 'free=env:FREE', '--plan', 'free,pro'], {}, 'it takes one plan'],
    [
      'a window of no length',
      ['limits', '--key', 'free=env:FREE', '--window', '0'],
      {},
      '--window: "0" is not a number of seconds',
    ],
  ])('%s: one problem', async (_name, args, env, says) => {
    const problems = await problemsOf(args, env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
  });
});

/** What `--help` says of each option, on one line each. */
async function helpOf(command: string): Promise<string> {
  return (await run([command, '--help'])).stdout.replace(/\s+/g, ' ');
}

describe.concurrent('help', () => {
  it.each([
    ['check', 'which of the keys to use (default: the largest plan given)'],
    ['limits', "push this plan's limit only (default: of every plan whose key is given)"],
    ['run', 'which of the keys to check with (default: the largest plan given); every limit is pushed all the same'],
    ['rerun', 'what failed on this plan only'],
  ])('of %s says what --plan does there', async (command, says) => {
    expect(await helpOf(command)).toContain(`--plan <name> ${says}`);
  });

  it.each(['check', 'limits', 'run', 'rerun', 'doctor'])('of %s names the variables that are read', async (command) => {
    expect(await helpOf(command)).toContain(
      'without any --key, STORE_API_KEY_FREE, _PRO, _BUSINESS and _ENTERPRISE are read where set',
    );
  });

  it('of limits leaves out what does nothing there; it is taken all the same', async () => {
    expect(await helpOf('limits')).not.toMatch(/--settle|--categories/);
    expect(await helpOf('run')).toMatch(/--settle.*--categories/);
    const ended = await run(['limits', '--base-url', NOWHERE, '--key', 'free=env:FREE', '--settle', '3', '--dry-run'], {
      env: { FREE: FREE_KEY },
    });
    expect(ended.code, ended.said).toBe(0);
  });
});

describe.concurrent('--plan', () => {
  it.each([
    ['limits', [], ['free#1: 60', 'pro#1: 300'], []],
    ['limits', ['--plan', 'free'], ['free#1: 60'], ['pro#1']],
    ['run', [], ['pro#1: 300 requests', 'free#1: 60'], []],
    [
      'run',
      ['--plan', 'free'],
      ['free#1: 60 requests', 'free#1: 60 a minute', 'pro#1: 300 a minute'],
      ['pro#1: 300 requests'],
    ],
  ] as const)(
    '%s %j: limits leave the other keys alone, run chooses the key of its check',
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
