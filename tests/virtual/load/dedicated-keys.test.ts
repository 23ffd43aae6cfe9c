import { expect, it } from 'vitest';
import { ofKind } from '../../../src/exchange/records/journal-record.ts';
import type { DailyExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Variant } from '../../faults/table.ts';
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

/** The rest of a day: tests/virtual/limits/runs.test.ts. */
it('a day with a dedicated key that is exhausted already stops with one request', async () => {
  const windowSeconds = 3;
  const { baseUrl, keys, received } = await conforming({ windowSeconds, variants: [smallDay, usedUp] });
  const experiment: DailyExperiment = { plan: 'free', key: 'free#3', perWindow: 40, perDay: PER_DAY, windowSeconds };
  const config = { run: 'daily', baseUrl, experiments: [experiment] };
  const { exchanges, problems, records } = await runLoad('daily', new Map([['free#3', keys.free]]), { config });
  expect([exchanges.length, received().map(({ status }) => status)]).toEqual([1, [429]]);
  expect(ofKind(records, 'experiment')).toMatchObject([{ role: 'prepare', stopped: 'exhausted' }]);
  expect(problems).toMatchObject([{ kind: 'exit', message: 'the script aborted the run' }]);
});
