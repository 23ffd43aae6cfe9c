import { describe, expect, it } from 'vitest';
import { expectSound } from '../../outcome/pushed.ts';
import { run } from '../command.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';

const MAIN = 'ask_main_4Qd8sLw2';
const DAY = 'ask_day_Zp31xVb6';
const LOST = 'ask_lost_Jk5mTr90';
const env = { MAIN, DAY, LOST };
const OPTIONS = ['--base-url', 'http://127.0.0.1:9/v1', '--key', 'free=env:MAIN'];
const limits = (...args: string[]) => run(['limits', ...OPTIONS, ...args], { env });

describe('--daily and --ban', () => {
  it.each([
    ['--daily without its value', ['--daily'], ['--daily', 'argument missing']],
    ['an unknown plan', ['--ban', 'fre=env:LOST'], ['did you mean free?']],
    ['a value on the command line', ['--ban', `free=${LOST}`], ['not the key itself', '--ban PLAN=env:NAME']],
    ['a variable that is not set', ['--daily', 'free=env:NOT_SET'], ['--daily free', 'NOT_SET']],
    ['the key of the plan', ['--daily', 'free=env:MAIN'], ['--key free and --daily free are the same key']],
    ['one key for both', ['--daily', 'free=env:DAY', '--ban', 'free=env:DAY'], ['--daily free and --ban free']],
    ['two keys for a plan', ['--daily', 'free=env:DAY', '--daily', 'free=env:LOST'], ['is duplicate']],
    ['a plan without another key', ['--daily', 'pro=env:DAY'], ['--daily pro', '--key pro=env:NAME']],
    [
      'a day that cannot be exhausted',
      ['--key', 'enterprise=env:LOST', '--enterprise-per-minute', '100', '--daily', 'enterprise=env:DAY'],
      ['--daily enterprise', 'more than a day', '--enterprise-per-day'],
    ],
    [
      'a burst that one VU cannot send',
      ['--key', 'enterprise=env:LOST', '--enterprise-per-minute', '10001', '--ban', 'enterprise=env:DAY'],
      ['--ban enterprise: the limit must be at most 10000'],
    ],
  ])('reject %s', async (_, args, says) => {
    const { code, stderr, said } = await limits(...args);
    expect(code).toBe(2);
    for (const text of says) expect(stderr).toContain(text);
    for (const key of [MAIN, DAY, LOST]) expect(said).not.toContain(key);
  });

  it('are in the cost estimate, with the effect on the keys', async () => {
    const { code, unwrapped } = await limits('--daily', 'free=env:DAY', '--ban', 'free=env:LOST', '--dry-run');
    expect(code).toBe(0);
    expect(unwrapped).toContain('free#3: exhausts its 1,000 requests per day');
    expect(unwrapped).toContain('in about 21 min');
    expect(unwrapped).toContain('30 requests after 429');
    expect(unwrapped).toContain('THE KEY MAY BE BANNED PERMANENTLY');
  });

  it('exhaust a day without a ban, each with its own key', async () => {
    const keys = { [MAIN]: 'enterprise', [DAY]: 'enterprise', [LOST]: 'enterprise' } as const;
    const server = await conforming({ keys, enterprisePerMinute: 60, enterprisePerDay: 120 });
    const numbers = ['--enterprise-per-minute', '60', '--enterprise-per-day', '120'];
    const named = ['--key', 'enterprise=env:MAIN', '--daily', 'enterprise=env:DAY', '--ban', 'enterprise=env:LOST'];
    const pushed = await push(server.baseUrl, { keys: {}, args: [...numbers, ...named], env });
    const received = server.received();
    await expectSound({ ...pushed, secrets: [MAIN, DAY, LOST] }, 0);
    const verdicts = (pushed.result?.requirements ?? []).map(({ id, verdict }) => [id, verdict]);
    expect(verdicts).toContainEqual(['limit.daily', 'pass']);
    expect(verdicts).toContainEqual(['limit.ban', 'observed']);
    expect(verdicts).toContainEqual(['limit.admits-plan', 'pass']);
    expect(received.filter(({ key, status }) => key === 'enterprise#2' && status === 200).length).toBe(120);
    expect(received.filter(({ key }) => key === 'enterprise#1').length).toBeLessThan(75);
    expect(pushed.unwrapped).toMatch(/enterprise day 120 of 120 admitted, 8 refused; done/);
  });
});
