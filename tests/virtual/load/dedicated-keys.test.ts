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

const usedUp: Variant = {
  id: 'used-up',
  title: 'The day is over',
  apply: (base) => ({ ...base, dayLimiter: (quota) => base.dayLimiter({ ...quota, limit: 0 }) }),
};

/** Exhausts a day of the reference server with these changes, as the driver does. */
async function ran(...variants: readonly Variant[]) {
  const windowSeconds = 3;
  const server = await conforming({ windowSeconds, variants: [smallDay, ...variants] });
  const key: KeyLabel = 'free#3';
  const experiment: DailyExperiment = { plan: 'free', key, perWindow: 40, perDay: PER_DAY, windowSeconds };
  const config = { run: 'daily', baseUrl: server.baseUrl, experiments: [experiment] };
  const result = await runLoad('daily', new Map([[key, server.keys.free]]), { config });
  const { exchanges, complete, records } = result;
  const judged = { ...experiment, otherPlans: {}, exchanges, complete, refusalBudget: 8 };
  const { kind } = judgeDaily(gather(judged));
  expect(exchanges).toHaveLength(server.received().length);
  const sent = exchanges.length;
  const refused = exchanges.filter(({ received }) => 'status' in received && received.status === 429).length;
  return { ...result, counts: { kind, sent, refused, held: ofKind(records, 'held').length } };
}

describe('a day with a dedicated key', () => {
  // 100 of the day, one refusal of each of seven VUs, and the last request. The calibration and a turn for each of the others have a line.
  const exhausted = { kind: 'holds', sent: PER_DAY + 8, refused: 8, held: 2 };

  it('ends with one more request two windows later', async () => {
    const { counts, exchanges, problems } = await ran();
    expect({ ...counts, problems }).toEqual({ ...exhausted, problems: [] });
    const [last, before] = exchanges.toReversed();
    expect((last?.sent.at ?? 0) - (before?.sent.at ?? 0)).toBeGreaterThan(6_000);
  });

  it('that is exhausted already stops with one request', async () => {
    const { counts, problems, records } = await ran(usedUp);
    expect(counts).toMatchObject({ sent: 1, refused: 1 });
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
