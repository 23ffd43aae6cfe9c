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
  it.each([
    [['--key', 'free=env:FREE', '--key', 'pro=file:my keys/pro']],
    [['--target', 'staging', '--config', 'x.yaml']],
    [['--enterprise', '5000']],
  ])('repeats %j', (words) => {
    expect([...given(words).options].sort()).toEqual([...words].sort());
  });

  it('repeats nothing that is in the result or holds for one run', () => {
    const inResult = '--base-url http://a/v1 --only list.* --window 6 --plan free --sustain';
    const once = '--out x --dry-run --allow-writes --confirm-host h --quiet';
    expect(given(`${inResult} ${once}`.split(' ')).options).toEqual([]);
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
