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
    expect(pushed.unwrapped).toMatch(/enterprise day 120 admitted, 8 refused; done/);
  });
});
