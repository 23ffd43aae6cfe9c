import { describe, expect, it } from 'vitest';
import { FREE_KEY } from '../../outcome/checked.ts';
import type { Ended } from '../../outcome/left.ts';
import { run } from '../command.ts';

const HOST = 'service.invalid';
const URL_OF = { open: `http://${HOST}/v1`, tls: `https://${HOST}/v1`, local: 'http://127.0.0.1:9/v1' } as const;

const call = (url: string, command: string, ...args: string[]): Promise<Ended> =>
  run([command, '--base-url', url, '--key', 'free=env:FREE', ...args], { env: { FREE: FREE_KEY } });

const REFUSED = 'Without --dry-run, storecheck would refuse this run:';

describe('a dry run', () => {
  it.each<[string, string, string[], string[]]>([
    ['limits', URL_OF.tls, [], [REFUSED, `--allow-load --confirm-host ${HOST}`, 'class: staging']],
    ['limits', URL_OF.tls, ['--allow-load'], [REFUSED, `a production host: confirm with --confirm-host ${HOST}`]],
    ['run', URL_OF.tls, ['--allow-writes', '--allow-load'], ['--allow-writes and --allow-load on service.invalid']],
    ['check', URL_OF.tls, ['--allow-writes'], [REFUSED, `--confirm-host ${HOST}`, 'POST requests']],
  ])('ends with everything that the run itself would need: %s %s %j', async (command, url, args, says) => {
    const dry = await call(url, command, ...args, '--dry-run');
    expect(dry.code, dry.said).toBe(0);
    for (const words of says) expect(dry.unwrapped).toContain(words);
    const real = await call(url, command, ...args);
    expect(real.code, real.said).toBe(2);
    expect(real.unwrapped).toContain(`--confirm-host ${HOST}`);
  });

  it.each<[string, string, string[]]>([
    ['check', URL_OF.tls, []],
    ['check', URL_OF.tls, ['--allow-writes', '--confirm-host', HOST]],
    ['limits', URL_OF.local, []],
  ])('ends without a remark if the run itself needs nothing: %s %s %j', async (command, url, args) => {
    const dry = await call(url, command, ...args, '--dry-run');
    expect(dry.code, dry.said).toBe(0);
    expect(dry.unwrapped).not.toContain('would refuse');
  });

  it('has one row for requests that differ only in their number', async () => {
    const { unwrapped, stdout } = await call(URL_OF.local, 'check', '--dry-run');
    expect(unwrapped).toContain('list.fill-1 … list.fill-21 one more animal [up to 21 times]');
    const numbers = [...stdout.matchAll(/^ {1,2}(\d+) {2}\S/gm)].map(([, number]) => Number(number));
    expect(
      numbers
        .slice(1)
        .map((number, index) => number - (numbers[index] ?? 0))
        .filter((step) => step !== 1),
    ).toEqual([21]);
  });

  it.each<[string, string, string[], string]>([
    ['limits', URL_OF.tls, ['--allow-load', '--confirm-host', HOST], 'load allowed; read-only'],
    ['limits', URL_OF.local, [], '(local)'],
    [
      'limits',
      URL_OF.local,
      ['--window', '10'],
      '15 s, or up to about 60 s if a violation needs a confirmation attempt',
    ],
  ])('says what is allowed: %s %s %j', async (command, url, args, words) => {
    expect((await call(url, command, ...args, '--dry-run')).unwrapped).toContain(words);
  });

  it.each([
    ['--only', 'get.*', false],
    ['--only', 'create.rejects.*', false],
    ['--only', 'auth.*', true],
    ['--skip', 'create.*', true],
  ])('of %s %s says whether it saves requests', async (option, ids, savesNothing) => {
    const { unwrapped } = await call(URL_OF.local, 'check', option, ids, '--dry-run');
    expect(unwrapped.includes('as many requests as a complete run')).toBe(savesNothing);
  });

  it('of a check that may write does not call it read-only', async () => {
    const { unwrapped } = await call(URL_OF.tls, 'check', '--allow-writes', '--dry-run');
    expect(unwrapped).not.toContain('read-only');
  });
});

describe('plain http', () => {
  it.each<[string, boolean]>([
    [URL_OF.open, true],
    [URL_OF.tls, false],
    [URL_OF.local, false],
  ])('to %s is warned of: %s', async (url, warned) => {
    const { stderr } = await call(url, 'check', '--dry-run');
    expect(/plain http sends the key unencrypted/.test(stderr.replace(/\s+/g, ' '))).toBe(warned);
  });
});
