import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { KeyReference } from '../../src/cli/options/keys.ts';
import { withOptions } from '../../src/cli/options/options.ts';
import { originalCallOf } from '../../src/cli/options/read-run.ts';

function given(args: readonly string[], sources: readonly KeyReference[] = [], env: Record<string, string> = {}) {
  const command = withOptions(new Command('limits'), 'limits');
  command.parse(args, { from: 'user' });
  return originalCallOf(command, sources, env);
}

describe('a command line to paste', () => {
  it.each<[string, string[], string[]]>([
    [
      'the sources of keys',
      ['--key', 'free=env:FREE', '--key', 'pro=file:pro.key'],
      ['--key', 'free=env:FREE', '--key', 'pro=file:pro.key'],
    ],
    ['a path with a blank', ['--key', 'free=file:my keys/free'], ['--key', "'free=file:my keys/free'"]],
    [
      'the target of a file',
      ['--target', 'staging', '--config', 'x.yaml'],
      ['--target', 'staging', '--config', 'x.yaml'],
    ],
    ['the contract', ['--enterprise-per-minute', '5000'], ['--enterprise-per-minute', '5000']],
    [
      'nothing that is in the result or holds for one run',
      [
        '--base-url',
        'http://a/v1',
        '--only',
        'list.*',
        '--window',
        '6',
        '--out',
        'x',
        '--dry-run',
        '--plan',
        'free',
        '--sustain',
        '--allow-writes',
        '--confirm-host',
        'h',
        '--quiet',
      ],
      [],
    ],
  ])('repeats %s', (_name, args, options) => {
    const { options: taken } = given(args);
    expect([...taken].sort()).toEqual([...options].sort());
  });

  it('reads each key in the shell', () => {
    const env = { STORE_API_KEY_FREE: 'secret', STORE_API_KEY_PRO: 'secret' };
    expect(given([], [], env).keys).toEqual({ free: '"$STORE_API_KEY_FREE"', pro: '"$STORE_API_KEY_PRO"' });
    const references: KeyReference[] = [
      { plan: 'free', source: { env: 'FREE' } },
      { plan: 'pro', source: { file: 'a b.key' } },
    ];
    expect(given([], references, {}).keys).toEqual({
      free: '"$FREE"',
      pro: `"$(cat 'a b.key')"`,
    });
  });
});
