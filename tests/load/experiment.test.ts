import { describe, expect, it } from 'vitest';
import { runQuota, START } from '../limiter/simulation/world.ts';
import { bucket, fixed, PRO, prolonged, type SimulationOptions, simulate } from './simulated.ts';

/** With these headers, whatever the limiter counts. */
const stated = (limit: number) => (said: Readonly<Record<string, string>>) => ({
  ...said,
  'X-Ratelimit-Limit': String(limit),
  'X-Ratelimit-Remaining': String(limit - 1),
});

const AFTER = { operations: 2, 'half-window': 1, 'before-reset': 1, 'recovery-retry-after': 1, 'recovery-reset': 1 };
const WHOLE = { calibrate: 1, 'each-operation': 4, burst: 297, ...AFTER };

describe('the limit experiment, in virtual time', () => {
  it('sends N + 8 requests, 6 of them refused, within a window and 3.5 s if windows start with the first request', async () => {
    const { phases, refused, lasted, experiment, exchanges } = await simulate({ limiter: fixed(300, 60) });
    expect(phases).toEqual(WHOLE);
    expect(refused).toBe(6);
    expect(lasted).toBeLessThan(63_500);
    expect(experiment).toMatchObject({
      role: 'whole',
      planned: 308,
      sent: 308,
      refused: 6,
      unanswered: 0,
      skipped: [],
    });
    expect(exchanges.map(({ seq }) => seq)).toEqual(exchanges.map((_, index) => index));
    expect(
      exchanges.filter(({ phase }) => phase === 'operations').map(({ sent }) => [sent.method, sent.path, sent.body]),
    ).toEqual([
      ['POST', '/pets', '{}'],
      ['GET', '/pets/1', null],
    ]);
  });

  it.each([-600_000, 0, 600_000])('sends the same if the clock of the service is off by %i ms', async (offset) => {
    const { phases, lasted, exchanges } = await simulate({ limiter: fixed(300, 60), offset });
    expect(phases).toEqual(WHOLE);
    expect(lasted).toBeLessThan(63_500);
    expect(exchanges.at(-1)).toMatchObject({ phase: 'recovery-reset', received: { status: 200 } });
  });

  it('waits for the next window if it starts late in one', async () => {
    const late = START % 60_000;
    const { phases, waits, exchanges } = await simulate({ limiter: fixed(300, 60, true), offset: 30_000 - late });
    expect(phases).toEqual({ ...WHOLE, calibrate: 2 });
    expect(waits[0]).toMatchObject({ phase: 'calibrate', code: 'late-in-window' });
    expect(exchanges.slice(-2).map(({ received }) => 'status' in received && received.status)).toEqual([200, 200]);
  });

  it('uses the current window if it starts early in it', async () => {
    const { phases } = await simulate({ limiter: fixed(300, 60, true), offset: 5_000 - (START % 60_000) });
    expect(phases['calibrate']).toBe(1);
  });

  it('waits for the reset of a used key', async () => {
    const { phases, waits } = await simulate({ limiter: fixed(300, 60, false, 120) });
    expect(phases).toEqual({ ...WHOLE, calibrate: 2 });
    expect(waits[0]?.reason).toBe('until the window of the used key ends');
  });

  it('waits once for the reset of an exhausted key', async () => {
    const { phases, refused } = await simulate({ limiter: fixed(300, 60, false, 300) });
    expect(phases).toEqual({ ...WHOLE, calibrate: 2 });
    expect(refused).toBe(7);
    const never = await simulate({ limiter: fixed(0, 60) });
    expect(never).toMatchObject({ phases: { calibrate: 2 }, experiment: { stopped: 'exhausted' } });
  });

  it('does not wait for a quota that returns tomorrow', async () => {
    const { phases, lasted, experiment } = await simulate({ limiter: fixed(0, 86_400) });
    expect({ phases, stopped: experiment.stopped }).toEqual({ phases: { calibrate: 1 }, stopped: 'exhausted' });
    expect(lasted).toBeLessThan(10);
  });

  it('tops up a refilling limit by the refill and 2 more, and tests Retry-After before half a window', async () => {
    const { phases, at, refused } = await simulate({ limiter: bucket(300, 60), oneWay: () => 30 });
    expect(phases).toMatchObject({ burst: 298, 'half-window': 1, 'recovery-retry-after': 1, 'recovery-reset': 1 });
    expect(phases['top-up']).toBeGreaterThanOrEqual(3);
    expect(phases['top-up']).toBeLessThanOrEqual(30);
    expect(at('recovery-retry-after')).toBeLessThan(at('half-window'));
    expect(at('half-window')).toBeLessThan(at('recovery-reset'));
    expect(refused).toBeLessThanOrEqual(8);
  });

  it('does not top up a refill that a full bucket had no room for', async () => {
    const { phases, experiment } = await simulate({
      limiter: bucket(300, 60),
      experiment: { secondKey: 'pro#2' },
      oneWay: (request) => (request < 5 ? 1_000 : 1),
    });
    expect(phases['top-up'] ?? 0).toBeLessThanOrEqual(15);
    expect(experiment.stopped).toBeUndefined();
  });

  it('tops up and skips the recovery if there is no limiter', async () => {
    const { phases, experiment } = await simulate({
      limiter: {
        limit: 300,
        create: () => () => ({ admitted: true, remaining: 299, resetAt: 0, freeAt: 0 }),
      },
      headers: () => ({ 'Content-Type': 'application/json' }),
    });
    expect(phases).toMatchObject({ calibrate: 1, 'each-operation': 5, burst: 296, operations: 2, 'half-window': 1 });
    expect(phases['top-up']).toBeGreaterThan(2);
    expect(experiment.skipped.map(({ phase }) => phase)).toEqual(['recovery-retry-after', 'recovery-reset']);
  });

  it.each([
    ['one too few', 299, 7],
    ['one too many', 301, 5],
  ])('records a limiter that admits %s', async (_, limit, refused) => {
    const result = await simulate({ limiter: fixed(limit, 60), headers: stated(300) });
    expect(result).toMatchObject({ phases: { burst: 297 }, refused });
  });

  it('stops after 8 refusals if half of the limit is admitted', async () => {
    const { phases, refused, experiment } = await simulate({
      limiter: fixed(150, 60),
      headers: stated(300),
      connections: 1,
    });
    expect(phases).toEqual({
      calibrate: 1,
      'each-operation': 4,
      burst: 153,
      'recovery-retry-after': 1,
      'recovery-reset': 1,
    });
    expect(refused).toBe(8);
    expect(experiment).toMatchObject({
      stopped: 'refusals',
      skipped: [{ phase: 'operations' }, { phase: 'half-window' }],
    });
  });

  it.each([
    [60, 59, 8],
    [60, 30, 8],
    [1_000, 60, 10],
    [1_000, 5, 8],
  ])(
    'draws few refusals over 50 connections if the limit is %i and only %i are admitted',
    async (perWindow, limit, most) => {
      const headers = stated(perWindow);
      const { exchanges } = await simulate({ limiter: fixed(limit, 60), headers, experiment: { perWindow } });
      const refused = exchanges.filter(
        ({ phase, received }) => phase === 'burst' && 'status' in received && received.status === 429,
      );
      expect(refused.length).toBeLessThanOrEqual(most);
    },
  );

  it('identifies a key of a smaller plan with 2 refusals', async () => {
    const { phases } = await simulate({ limiter: fixed(60, 60) });
    expect(phases).toEqual({ ...WHOLE, burst: 57 });
  });

  it('alternates with a second key before the burst, and uses it again when the first key is exhausted', async () => {
    const { phases, exchanges } = await simulate({
      limiter: fixed(300, 60),
      experiment: { ...PRO, secondKey: 'pro#2' },
    });
    expect(phases).toEqual({ ...WHOLE, 'second-key': 5, burst: 295 });
    const order = exchanges.filter(({ phase }) => phase === 'second-key').map(({ key }) => key);
    expect(order).toEqual(['pro#1', 'pro#2', 'pro#1', 'pro#2', 'pro#2']);
  });

  it('sends one request less if Remaining counts before the request', async () => {
    const headers = (said: Record<string, string>) => ({
      ...said,
      'X-Ratelimit-Remaining': String(Math.min(300, Number(said['X-Ratelimit-Remaining']) + 1)),
    });
    expect((await simulate({ limiter: fixed(300, 60), headers })).phases).toEqual(WHOLE);
  });

  it.each([
    ['a delta', (reset: number) => String(Math.ceil(reset - START / 1_000))],
    ['in milliseconds', (reset: number) => String(reset * 1_000)],
    ['a day late', (reset: number) => String(reset + 86_400)],
  ])('waits at most a window and 5 s if Reset is %s', async (_, spoil) => {
    const headers = (said: Record<string, string>) => ({
      ...said,
      'X-Ratelimit-Reset': spoil(Number(said['X-Ratelimit-Reset'])),
    });
    const { phases, lasted } = await simulate({ limiter: fixed(300, 60), headers });
    expect(phases).toMatchObject({ burst: 297, 'recovery-reset': 1 });
    expect(lasted).toBeLessThan(66_000);
  });

  it.each([
    ['no responses', () => 0, 'unanswered', { calibrate: 1 }],
    ['status 401', () => 401, 'not-admitted', { calibrate: 1 }],
    ['status 302', () => 302, 'not-admitted', { calibrate: 1 }],
    [
      'no responses from the middle of the burst on',
      (request: number) => (request > 100 ? 0 : undefined),
      'unanswered',
      { calibrate: 1, 'each-operation': 4, burst: 145 },
    ],
  ] as const)('stops at %s', async (_, status, stopped, phases) => {
    const result = await simulate({ limiter: fixed(300, 60), status });
    expect(result.experiment.stopped).toBe(stopped);
    expect(Object.keys(result.phases)).toEqual(Object.keys(phases));
    expect(result.exchanges.length).toBeLessThanOrEqual(150 + 8);
  });

  it('records a lost response and continues the burst', async () => {
    const { phases, experiment } = await simulate({
      limiter: fixed(300, 60),
      status: (request) => (request === 50 ? 0 : undefined),
    });
    expect(phases).toMatchObject({ burst: 297, operations: 2 });
    expect(experiment).toMatchObject({ unanswered: 1 });
    expect(experiment.stopped).toBeUndefined();
  });

  it('sends one request at once if Retry-After is 0', async () => {
    const headers = (said: Record<string, string>) => ('Retry-After' in said ? { ...said, 'Retry-After': '0' } : said);
    const { phases, refused } = await simulate({ limiter: fixed(300, 60), headers });
    expect(phases).toEqual(WHOLE);
    expect(refused).toBe(7);
  });
});

describe('the request just before Reset', () => {
  it.each([
    [60, 0],
    [60, 400_300],
    [60, -7_700],
    [20, 0],
    [6, 0],
  ])('is at most 3 s early with windows of %i s and a clock that is off by %i ms', async (windowSeconds, offset) => {
    const limiter = fixed(300, windowSeconds);
    const { at, exchanges } = await simulate({ limiter, offset, experiment: { windowSeconds } });
    const before = (exchanges[0]?.sent.at ?? 0) + 1 + windowSeconds * 1_000 - at('before-reset');
    expect(at('half-window')).toBeLessThan(at('before-reset'));
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(Math.min(3_000, windowSeconds * 400));
  });

  it('is sent if two VUs share the burst and its budget of refusals', async () => {
    const { phases, refused } = await simulate({
      limiter: fixed(300, 60),
      run: (world, caution) => runQuota(world, caution, 2),
    });
    expect(phases).toEqual(WHOLE);
    expect(refused).toBe(6);
  });

  it.each([
    ['refusals extend the wait', { limiter: prolonged(300, 60) }],
    ['the quota refills', { limiter: bucket(300, 60) }],
    ['the budget of refusals is exhausted', { limiter: fixed(300, 60), refusals: 5 }],
    ['Reset is a day away', { limiter: fixed(300, 86_400) }],
    ['no response has a Reset', { limiter: fixed(300, 60), headers: ({ 'X-Ratelimit-Reset': _, ...rest }) => rest }],
  ] as const satisfies readonly (readonly [string, SimulationOptions])[])('is skipped if %s', async (_, options) => {
    const { phases, experiment } = await simulate(options);
    expect(phases).toMatchObject({ burst: 297, 'half-window': 1 });
    expect(phases['before-reset']).toBeUndefined();
    expect(experiment.planned).toBe(experiment.sent);
  });
});
