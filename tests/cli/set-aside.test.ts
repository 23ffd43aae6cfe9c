import { beforeAll, describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { BUILD_TIMEOUT, realK6 } from '../k6/real-k6.ts';
import { expectSound, push, WINDOW_SECONDS } from './push.ts';
import { run } from './run.ts';

const MAIN = 'ask_main_4Qd8sLw2';
const DAY = 'ask_day_Zp31xVb6';
const LOST = 'ask_lost_Jk5mTr90';
const OPTIONS = ['--base-url', 'http://127.0.0.1:9/v1', '--key', 'free=env:MAIN'];
const limits = (...args: string[]) => run(['limits', ...OPTIONS, ...args], { env: { MAIN, DAY, LOST } });

describe.concurrent('keys that are set aside', () => {
  it.each([
    ['--daily without its value', ['--daily'], ['--daily', 'argument missing']],
    ['--ban of an unknown plan', ['--ban', 'fre=env:LOST'], ['did you mean free?']],
    ['a value on the command line', ['--ban', `free=${LOST}`], ['never a value', '--ban PLAN=env:NAME']],
    ['a variable that is not set', ['--daily', 'free=env:NOT_SET'], ['--daily free', 'NOT_SET']],
    ['the key of the plan', ['--daily', 'free=env:MAIN'], ['--key free and --daily free name the same key']],
    ['one key for both', ['--daily', 'free=env:DAY', '--ban', 'free=env:DAY'], ['--daily free and --ban free']],
    ['two for a plan', ['--daily', 'free=env:DAY', '--daily', 'free=env:LOST'], ['given twice']],
    ['a plan without another key', ['--daily', 'pro=env:DAY'], ['--daily pro', '--key pro=env:NAME']],
    [
      'a day that cannot be used up',
      ['--key', 'enterprise=env:LOST', '--enterprise-per-minute', '100', '--daily', 'enterprise=env:DAY'],
      ['--daily enterprise', 'more than a day', '--enterprise-per-day'],
    ],
    [
      'a burst that one VU cannot send',
      ['--key', 'enterprise=env:LOST', '--enterprise-per-minute', '10001', '--ban', 'enterprise=env:DAY'],
      ['--ban enterprise: up to 10000'],
    ],
  ])('%s: exit 2, named', async (_, args, says) => {
    const { code, stderr, said } = await limits(...args);
    expect(code).toBe(2);
    for (const text of says) expect(stderr).toContain(text);
    for (const key of [MAIN, DAY, LOST]) expect(said).not.toContain(key);
  });

  it('elsewhere than on loopback only with --allow-load', async () => {
    const { code, stderr } = await limits('--base-url', 'https://shop.example.com/v1', '--ban', 'free=env:LOST');
    expect([code, stderr.includes('--allow-load')]).toEqual([2, true]);
  });

  it.each([
    [['--key', 'free=env:MAIN'], '10 at most, 50 where answers are slow'],
    [['--key', 'free=env:MAIN', '--connections', '4'], '8 at most'],
    [['--key', 'free=env:MAIN', '--key', 'pro=env:DAY'], '50 at most'],
  ])('%j: the bill says how many refusals a burst may draw at once', async (keys, says) => {
    const { unwrapped } = await run(['limits', '--base-url', 'http://127.0.0.1:9/v1', ...keys, '--dry-run'], {
      env: { MAIN, DAY },
    });
    expect(unwrapped).toContain(`all that is under way by then (${says})`);
  });

  it('the bill says what becomes of them', async () => {
    const { code, unwrapped } = await limits('--daily', 'free=env:DAY', '--ban', 'free=env:LOST', '--dry-run');
    expect(code).toBe(0);
    expect(unwrapped).toContain('free#3: its 1000 requests of the day are used up, at 57 a minute');
    expect(unwrapped).toContain('in about 21 min');
    expect(unwrapped).toContain('free#4: after 429, up to 30 more requests');
    expect(unwrapped).toContain('THE KEY MAY BE BANNED, FOR GOOD');
  });
});

describe('a run with keys that are set aside', () => {
  beforeAll(() => realK6(), BUILD_TIMEOUT);

  it('a whole day and no ban, each with its own key', async () => {
    const keys = { [MAIN]: 'enterprise', [DAY]: 'enterprise', [LOST]: 'enterprise' } as const;
    const server = await startReference({
      windowSeconds: WINDOW_SECONDS,
      keys,
      enterprisePerMinute: 60,
      enterprisePerDay: 120,
    });
    const numbers = ['--enterprise-per-minute', '60', '--enterprise-per-day', '120'];
    const named = ['--key', 'enterprise=env:MAIN', '--daily', 'enterprise=env:DAY', '--ban', 'enterprise=env:LOST'];
    const pushed = await push(server.baseUrl, {
      keys: {},
      args: [...numbers, ...named],
      env: { MAIN, DAY, LOST },
    });
    const received = server.received();
    await server.close();
    await expectSound({ ...pushed, secrets: [MAIN, DAY, LOST] }, 0);
    const verdicts = (pushed.result?.requirements ?? []).map(({ id, verdict }) => [id, verdict]);
    expect(verdicts).toContainEqual(['limit.daily', 'pass']);
    expect(verdicts).toContainEqual(['limit.ban', 'observed']);
    expect(verdicts).toContainEqual(['limit.admits-plan', 'pass']);
    // What each key was used for.
    expect(received.filter(({ key, status }) => key === 'enterprise#2' && status === 200).length).toBe(120);
    expect(received.filter(({ key }) => key === 'enterprise#1').length).toBeLessThan(75);
    expect(pushed.unwrapped).toMatch(/enterprise day 120 admitted, 8 refused; done/);
  }, 120_000);
});
