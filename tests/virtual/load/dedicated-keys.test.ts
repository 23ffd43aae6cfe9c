import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KeyLabel } from '../../../src/exchange/exchange.ts';
import { ofKind } from '../../../src/exchange/index.ts';
import { judgeRun } from '../../../src/judge/judge-run.ts';
import type { DailyExperiment } from '../../../src/k6/index.ts';
import { gather } from '../../../src/limiter/evidence/evidence.ts';
import { judgeDaily } from '../../../src/limiter/requirements/daily.ts';
import type { Variant } from '../../../src/reference/index.ts';
import { traceIn } from '../../journal.ts';
import { bareK6 } from '../k6/bare.ts';
import { conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

const PER_DAY = 100;

/** A small day. The minute leaves room, so that a busy machine's late requests draw no 429 of the minute's. */
const smallDay: Variant = {
  id: 'small-day',
  title: 'A day of 100 requests',
  apply: (base) => ({
    ...base,
    allowances: { ...base.allowances, free: { perMinute: 90, perDay: PER_DAY } },
  }),
};

const unlimitedDay: Variant = {
  id: 'unlimited-day',
  title: 'The day is shown and not enforced',
  apply: (base) => ({
    ...base,
    dayLimiter: (quota) => {
      const limiter = base.dayLimiter(quota);
      return { take: (key, nowMs, cost) => ({ ...limiter.take(key, nowMs, cost), admitted: true }) };
    },
  }),
};

/** Every answer speaks of this one, refusals by the other too. */
const shown = (window: 'day' | 'minute'): Variant => ({
  id: `${window}-shown`,
  title: `Every answer speaks of the ${window}`,
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => base.rateValues({ ...tally, governing: tally[window] }, request),
  }),
});

const usedUp: Variant = {
  id: 'used-up',
  title: 'The day is over',
  apply: (base) => ({ ...base, dayLimiter: (quota) => base.dayLimiter({ ...quota, limit: 0 }) }),
};

/** Exhausts a day of the reference server with these changes, as the driver does. */
async function ran(windowSeconds: number, variants: readonly Variant[]) {
  const server = await conforming({ windowSeconds, variants: [smallDay, ...variants] });
  const key: KeyLabel = 'free#3';
  const experiment: DailyExperiment = {
    plan: 'free',
    key,
    perWindow: 40,
    perDay: PER_DAY,
    windowSeconds,
  };
  const config = { run: 'daily', baseUrl: server.baseUrl, experiments: [experiment] };
  const result = await runLoad('daily', new Map([[key, server.keys.free]]), { config });
  const received = server.received().length;
  const { exchanges, complete } = result;
  const judged = { ...experiment, otherPlans: {}, exchanges, complete, refusalBudget: 8 };
  return { ...result, received, outcome: judgeDaily(gather(judged)) };
}

const statuses = (exchanges: Awaited<ReturnType<typeof ran>>['exchanges'], status: number) =>
  exchanges.filter(({ received }) => 'status' in received && received.status === status).length;

describe('a day with a dedicated key', () => {
  it.each([
    ['the refusals show the day', []],
    ['the refusals show the minute', [shown('minute')]],
  ])('conforming, %s: holds', async (_, variants) => {
    const { outcome, exchanges, records, problems, received } = await ran(3, variants);
    expect({ outcome, problems }).toEqual({ outcome: { kind: 'holds', subjects: PER_DAY }, problems: [] });
    expect(exchanges.length).toBe(received);
    expect(statuses(exchanges, 200)).toBe(PER_DAY);
    // Each of seven VUs once, and the last request.
    expect(statuses(exchanges, 429)).toBe(8);
    // The calibration, the last request, and a turn for each of the others.
    expect(exchanges.length + ofKind(records, 'held').length).toBe(1 + 1 + PER_DAY + 8);
    const [last, before] = exchanges.toReversed();
    expect((last?.sent.at ?? 0) - (before?.sent.at ?? 0)).toBeGreaterThan(6_000);
  });

  it('a day that is not enforced: undecided if a new day may have begun, broken if Reset shows that none has', async () => {
    const [silent, told] = await Promise.all([ran(3, [unlimitedDay]), ran(3, [unlimitedDay, shown('day')])]);
    expect(silent.outcome).toMatchObject({ kind: 'undecided', reason: expect.stringContaining('none refused') });
    expect(told.outcome).toMatchObject({ kind: 'broken' });
    // Not twice the day.
    expect([silent.received, told.received]).toEqual([PER_DAY + 10, PER_DAY + 10]);
  });

  it('already exhausted: stops with one request', async () => {
    const { exchanges, problems, records } = await ran(1, [usedUp]);
    expect(exchanges.length).toBe(1);
    expect(ofKind(records, 'experiment')).toMatchObject([{ role: 'prepare', stopped: 'exhausted' }]);
    expect(problems).toMatchObject([{ kind: 'exit', message: 'the script aborted the run' }]);
  });
});

describe('the script without the driver', () => {
  it.each([
    ['daily', 'free#3', `free:40:${PER_DAY}`, 'pass', 'limit.daily'],
    ['ban', 'free#4', 'free:90', 'observed', 'limit.ban'],
  ] as const)('%s works as its first lines say, and can be judged', async (script, label, plans, verdict, id) => {
    const server = await conforming({ windowSeconds: 3, variants: [smallDay] });
    const variables = { BASE_URL: server.baseUrl, PLANS: plans, WINDOW_SECONDS: '3' };
    const { code, journal } = await bareK6(script, variables, { [label]: server.keys.free });
    const { verdicts } = judgeRun(traceIn(readFileSync(journal, 'utf8')));
    expect({ code, verdict: verdicts.find((one) => one.id === id)?.verdict }).toEqual({ code: 0, verdict });
  });
});
