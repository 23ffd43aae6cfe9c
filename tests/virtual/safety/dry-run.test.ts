import { describe, expect, it } from 'vitest';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import type { Ended } from '../../outcome/left.ts';
import { run, start } from '../command.ts';
import { until } from '../world.ts';

const HOST = 'service.invalid';
const URL_OF = { open: `http://${HOST}/v1`, tls: `https://${HOST}/v1`, local: 'http://127.0.0.1:9/v1' } as const;

const call = (url: string, command: string, ...args: string[]): Promise<Ended> =>
  run([command, '--base-url', url, '--key', 'free=env:FREE', ...args], { env: { FREE: FREE_KEY } });

const REFUSED = 'Without --dry-run, storecheck would refuse this run:';
const CONFIRM = `needs --confirm-host ${HOST}, or the host name typed at the terminal`;

describe('a dry run', () => {
  it.each<[string, string, string[], string[]]>([
    ['limits', URL_OF.tls, [], [REFUSED, `--allow-load --confirm-host ${HOST}`, 'class: staging']],
    ['limits', URL_OF.tls, ['--allow-load'], [REFUSED, `a production host: confirm with --confirm-host ${HOST}`]],
    ['run', URL_OF.tls, ['--allow-writes', '--allow-load'], ['--allow-writes and --allow-load on service.invalid']],
    ['check', URL_OF.tls, ['--allow-writes'], [REFUSED, `--confirm-host ${HOST}`, 'POST requests', CONFIRM]],
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
      'about 15 s; at most 272 requests (+65 if the service never refuses, +136 to retry, +3 for a used key and a late Reset) in 60 s',
    ],
    ['limits', URL_OF.local, ['--window', '10', '--plan', 'free'], 'about 15 s; at most'],
    ['run', URL_OF.local, ['--window', '10'], "about 25 s (with 10 s until the check's key is fresh); at most"],
    ['run', URL_OF.local, ['--verbose'], 'the check uses free#1, so the limits wait 1 window first'],
    ['limits', URL_OF.local, ['--verbose'], 'not tested: the limit of pro, business, enterprise'],
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

describe('the cost estimate', () => {
  const POOL = Array.from({ length: 80 }, (_, n) => `ask_pro_number_${n}`).join('\n');
  const KEYS = ['free', 'pro', 'business'].flatMap((plan) => ['--key', `${plan}=env:${plan.toUpperCase()}`]);
  const env = { FREE: FREE_KEY, PRO: PRO_KEY, BUSINESS: 'ask_business_1', ENTERPRISE: 'ask_enterprise_1', POOL };
  const FOURTH = ['--key', 'enterprise=env:ENTERPRISE', '--enterprise-per-minute', '4000'];
  const SECOND = ['--second-key', 'free=env:ENTERPRISE'];
  const GROWTH = ['--subscribers', 'pro=100', '--active', 'pro=0.3', '--use', 'pro=0.5', '--change', 'pro=400'];
  const CAPACITY = [...GROWTH, '--p95', '300ms', '--p99', '600ms', '--errors', '0.1%', '--key', 'pro=env:POOL'];
  const MIX = ['--mix', 'list=0.8,get=0.1,create=0.1'];
  const linesOf = ({ stderr }: Ended) => stderr.slice(0, stderr.indexOf('\n\n')).split('\n');

  it('says what a large limit needs of this machine', async () => {
    const keys = ['--key', 'enterprise=env:ENTERPRISE', '--enterprise-per-minute'];
    const estimate = async (limit: string) =>
      (await run(['limits', '--base-url', URL_OF.local, ...keys, limit, '--dry-run'], { env })).unwrapped;
    expect(await estimate('60000')).toContain('the burst of enterprise needs 2,000 requests/s, about 3 free cores');
    expect(await estimate('5000')).not.toContain('free core');
  });

  it.each<[string, string[]]>([
    ['check', ['--depth', 'thorough']],
    ['check', ['--only', 'auth.*', '--wait-for-ready', '60s', '--max-duration', '10m']],
    ['limits', ['--sustain', '2']],
    ['limits', ['--daily', 'free=env:ENTERPRISE']],
    ['run', []],
    ['run', ['--sustain', '2', ...FOURTH]],
    ['run', ['--depth', 'thorough', ...SECOND]],
    ['run', ['--wait-for-ready', '60s']],
    ['limits', [...FOURTH.slice(0, -1), '60000']],
  ])('has at most 8 lines: %s %j', async (command, args) => {
    const planned = await run([command, '--base-url', URL_OF.local, ...KEYS, ...args, '--dry-run'], { env });
    expect(planned.code, planned.said).toBe(0);
    expect(linesOf(planned).length, planned.stderr).toBeLessThanOrEqual(8);
  });

  it.each([[[]], [MIX], [['--step-duration', '30', ...MIX]]])('has at most 8 lines: capacity %j', async (args) => {
    const words = ['capacity', '--base-url', URL_OF.local, ...CAPACITY, ...args, '--dry-run'];
    const planned = await run(words, { env });
    expect(planned.code, planned.said).toBe(0);
    expect(linesOf(planned).length, planned.stderr).toBeLessThanOrEqual(8);
  });

  it('has at most 8 lines: demo', async () => {
    const running = start(['demo']);
    await until(() => running.stderr().includes('\n\n'));
    running.interrupt();
    const demo = await running.ended;
    expect(linesOf(demo).length, demo.stderr).toBeLessThanOrEqual(8);
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
