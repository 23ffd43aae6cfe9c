import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { withOptions } from '../../src/cli/options/options.ts';
import { originalCallOf, recordedCall } from '../../src/cli/options/original-call.ts';
import { result } from '../reporters/results.ts';

function given(args: readonly string[]) {
  const command = withOptions(new Command('limits'), 'limits');
  command.parse(args, { from: 'user' });
  return recordedCall(command);
}

describe('a command line to paste', () => {
  it.each<[string, string[], string[]]>([
    [
      'the sources of keys',
      ['--key', 'free=env:FREE', '--key', 'pro=file:pro.key'],
      ['--key', 'free=env:FREE', '--key', 'pro=file:pro.key'],
    ],
    ['a path with a blank', ['--key', 'free=file:my keys/free'], ['--key', 'free=file:my keys/free']],
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

  it('quotes each recorded word, and reads each key in the shell', () => {
    const settings = {
      call: { options: ['--target', 'a b'], failed: 'my run' },
      keySources: { free: { env: 'FREE', place: '--key' }, pro: { file: 'a b.key' }, business: { env: 'X"; rm' } },
    };
    expect(originalCallOf({ settings: { ...result({}).settings, ...settings } })).toEqual({
      options: ['--target', "'a b'"],
      failed: "'my run'",
      keys: { free: '"$FREE"', pro: `"$(cat 'a b.key')"` },
    });
  });
});
