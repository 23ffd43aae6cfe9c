import { describe, expect, it } from 'vitest';
import { leadExperiment, preparation } from '../../load/lib/quota.ts';
import { LIST } from '../../load/lib/request.ts';
import { bucket, fixed, PRO, prolonged, type SimulationOptions, START, simulate } from './simulated.ts';

const AFTER = { operations: 2, 'half-window': 1, 'before-reset': 1, 'recovery-retry-after': 1, 'recovery-reset': 1 };

describe('the experiment, in simulated time', () => {
  it('windows from the first request: N + 8 requests, 6 refusals, three seconds more than a window', async () => {
    const { phases, refused, lasted, experiment, exchanges } = await simulate({ limiter: fixed(300, 60) });
    expect(phases).toEqual({ calibrate: 1, burst: 301, ...AFTER });
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

  it.each([-600_000, 0, 600_000])('a server clock that is off by %i ms changes nothing', async (offset) => {
    const { phases, lasted, exchanges } = await simulate({ limiter: fixed(300, 60), offset });
    expect(phases).toEqual({ calibrate: 1, burst: 301, ...AFTER });
    expect(lasted).toBeLessThan(63_500);
    expect(exchanges.at(-1)).toMatchObject({ phase: 'recovery-reset', received: { status: 200 } });
  });

  it('windows on the clock: too late in one, the next one is waited for', async () => {
    const late = START % 60_000;
    const { phases, waits, exchanges } = await simulate({ limiter: fixed(300, 60, true), offset: 30_000 - late });
    expect(phases).toEqual({ calibrate: 2, burst: 301, ...AFTER });
    expect(waits[0]).toMatchObject({
      phase: 'calibrate',
      reason: 'too little of the window is left: waiting for the next one',
    });
    expect(exchanges.slice(-2).map(({ received }) => 'status' in received && received.status)).toEqual([200, 200]);
  });

  it('windows on the clock: early in one, it is used', async () => {
    expect(
      (await simulate({ limiter: fixed(300, 60, true), offset: 5_000 - (START % 60_000) })).phases['calibrate'],
    ).toBe(1);
  });

  it('a key that has been used is waited for', async () => {
    const { phases, waits } = await simulate({ limiter: fixed(300, 60, false, 120) });
    expect(phases).toEqual({ calibrate: 2, burst: 301, ...AFTER });
    expect(waits[0]?.reason).toBe('the key has been used: waiting for its reset');
  });

  it('an exhausted key is waited for, once', async () => {
    const { phases, refused } = await simulate({ limiter: fixed(300, 60, false, 300) });
    expect(phases).toEqual({ calibrate: 2, burst: 301, ...AFTER });
    expect(refused).toBe(7);
    const never = await simulate({ limiter: fixed(0, 60) });
    expect(never).toMatchObject({ phases: { calibrate: 2 }, experiment: { stopped: 'exhausted' } });
  });

  it('a quota that comes back tomorrow is not waited for', async () => {
    const { phases, lasted, experiment } = await simulate({ limiter: fixed(0, 86_400) });
    expect({ phases, stopped: experiment.stopped }).toEqual({ phases: { calibrate: 1 }, stopped: 'exhausted' });
    expect(lasted).toBeLessThan(10);
  });

  it('continuous refill: a top-up of what came back and two, and Retry-After comes before half a window', async () => {
    const { phases, at, refused } = await simulate({ limiter: bucket(300, 60) });
    expect(phases).toMatchObject({ burst: 301, 'half-window': 1, 'recovery-retry-after': 1, 'recovery-reset': 1 });
    expect(phases['top-up']).toBeGreaterThanOrEqual(3);
    expect(phases['top-up']).toBeLessThanOrEqual(30);
    expect(at('recovery-retry-after')).toBeLessThan(at('half-window'));
    expect(at('half-window')).toBeLessThan(at('recovery-reset'));
    expect(refused).toBeLessThanOrEqual(8);
  });

  it('continuous refill, slow to begin with: what a full bucket could not take is not asked for', async () => {
    const { phases, experiment } = await simulate({
      limiter: bucket(300, 60),
      experiment: { secondKey: 'pro#2' },
      onTheWay: (request) => (request <= 5 ? 2_000 : 1),
    });
    expect(phases['top-up']).toBeLessThanOrEqual(15);
    expect(experiment.stopped).toBeUndefined();
  });

  it('no limiter at all: topped up, and no recovery that could be waited for', async () => {
    const { phases, experiment } = await simulate({
      limiter: () => ({ admitted: true, limit: 300, remaining: 299, reset: 0, retryAt: 0 }),
      headers: () => ({ 'Content-Type': 'application/json' }),
    });
    expect(phases).toMatchObject({ calibrate: 1, burst: 301, operations: 2, 'half-window': 1 });
    expect(phases['top-up']).toBeGreaterThan(2);
    expect(experiment.skipped.map(({ phase }) => phase)).toEqual(['recovery-retry-after', 'recovery-reset']);
  });

  it.each([
    ['one too few', 299, { burst: 301 }, 7],
    ['one too many', 301, { burst: 301 }, 5],
  ])('%s: recorded, not judged', async (_, limit, phases, refused) => {
    const headers = (said: Record<string, string>) => ({
      ...said,
      'X-Ratelimit-Limit': '300',
      'X-Ratelimit-Remaining': '299',
    });
    const result = await simulate({ limiter: fixed(limit, 60), headers });
    expect(result.phases).toMatchObject(phases);
    expect(result.refused).toBe(refused);
  });

  it('half of what is promised: stopped after 8 refusals, and the key is spared', async () => {
    const headers = (said: Record<string, string>) => ({
      ...said,
      'X-Ratelimit-Limit': '300',
      'X-Ratelimit-Remaining': '299',
    });
    const { phases, refused, experiment } = await simulate({ limiter: fixed(150, 60), headers, connections: 1 });
    expect(phases).toEqual({ calibrate: 1, burst: 157, 'recovery-retry-after': 1, 'recovery-reset': 1 });
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
    'of %i a window only %i are admitted: little more than 8 refusals, 50 connections or not',
    async (perWindow, limit, most) => {
      const headers = (said: Record<string, string>) => ({
        ...said,
        'X-Ratelimit-Limit': String(perWindow),
        'X-Ratelimit-Remaining': String(perWindow - 1),
      });
      const { exchanges } = await simulate({ limiter: fixed(limit, 60), headers, experiment: { perWindow } });
      const refused = exchanges.filter(
        ({ phase, received }) => phase === 'burst' && 'status' in received && received.status === 429,
      );
      expect(refused.length).toBeLessThanOrEqual(most);
    },
  );

  it('a key of a smaller plan: two refusals tell it', async () => {
    const { phases } = await simulate({ limiter: fixed(60, 60) });
    expect(phases).toEqual({ calibrate: 1, burst: 61, ...AFTER });
  });

  it('a second key: A, B, A, B before the burst, the burst is two smaller, and B once more when A is exhausted', async () => {
    const { phases, exchanges } = await simulate({
      limiter: fixed(300, 60),
      experiment: { ...PRO, secondKey: 'pro#2' },
    });
    expect(phases).toEqual({ calibrate: 1, 'second-key': 5, burst: 299, ...AFTER });
    const order = exchanges.filter(({ phase }) => phase === 'second-key').map(({ key }) => key);
    expect(order).toEqual(['pro#1', 'pro#2', 'pro#1', 'pro#2', 'pro#2']);
  });

  it('a service that counts before the request has one less left than it says', async () => {
    const headers = (said: Record<string, string>) => ({
      ...said,
      'X-Ratelimit-Remaining': String(Math.min(300, Number(said['X-Ratelimit-Remaining']) + 1)),
    });
    expect((await simulate({ limiter: fixed(300, 60), headers })).phases).toEqual({
      calibrate: 1,
      burst: 301,
      ...AFTER,
    });
  });

  it.each([
    ['a delta', (reset: number) => String(Math.ceil(reset - START / 1_000))],
    ['milliseconds', (reset: number) => String(reset * 1_000)],
    ['tomorrow', (reset: number) => String(reset + 86_400)],
  ])('Reset as %s: the wait ends 5 s after a window at the latest', async (_, spoil) => {
    const headers = (said: Record<string, string>) => ({
      ...said,
      'X-Ratelimit-Reset': spoil(Number(said['X-Ratelimit-Reset'])),
    });
    const { phases, lasted } = await simulate({ limiter: fixed(300, 60), headers });
    expect(phases).toMatchObject({ burst: 301, 'recovery-reset': 1 });
    expect(lasted).toBeLessThan(66_000);
  });

  it.each([
    ['nobody answers', () => 0, 'unanswered', { calibrate: 1 }],
    ['a wrong key', () => 401, 'not-admitted', { calibrate: 1 }],
    ['a redirect', () => 302, 'not-admitted', { calibrate: 1 }],
    [
      'silence in the middle',
      (request: number) => (request > 100 ? 0 : undefined),
      'unanswered',
      { calibrate: 1, burst: 149 },
    ],
  ] as const)('%s: ended at once', async (_, status, stopped, phases) => {
    const result = await simulate({ limiter: fixed(300, 60), status });
    expect(result.experiment.stopped).toBe(stopped);
    expect(Object.keys(result.phases)).toEqual(Object.keys(phases));
    expect(result.exchanges.length).toBeLessThanOrEqual(150 + 8);
  });

  it('odd lost answers are recorded, and the burst goes on', async () => {
    const { phases, experiment } = await simulate({
      limiter: fixed(300, 60),
      status: (request) => (request === 50 ? 0 : undefined),
    });
    expect(phases).toMatchObject({ burst: 301, operations: 2 });
    expect(experiment).toMatchObject({ unanswered: 1 });
    expect(experiment.stopped).toBeUndefined();
  });

  it('Retry-After 0: asked again at once, and no more than that', async () => {
    const headers = (said: Record<string, string>) => ('Retry-After' in said ? { ...said, 'Retry-After': '0' } : said);
    const { phases, refused } = await simulate({ limiter: fixed(300, 60), headers });
    expect(phases).toEqual({ calibrate: 1, burst: 301, ...AFTER });
    expect(refused).toBe(7);
  });
});

describe('the look just before Reset', () => {
  it.each([
    [60, 0],
    [60, 400_300],
    [60, -7_700],
    [20, 0],
    [6, 0],
  ])('windows of %i s, a clock that is off by %i ms: before it, by 3 s at most', async (windowSeconds, offset) => {
    const limiter = fixed(300, windowSeconds);
    const { at, exchanges } = await simulate({ limiter, offset, experiment: { windowSeconds } });
    const before = (exchanges[0]?.sent.at ?? 0) + 1 + windowSeconds * 1_000 - at('before-reset');
    expect(at('half-window')).toBeLessThan(at('before-reset'));
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(Math.min(3_000, windowSeconds * 400));
  });

  it('is not left out where several VUs share the burst, and its budget of refusals', async () => {
    const { phases, refused } = await simulate({
      limiter: fixed(300, 60),
      run: async (lab, caution) => {
        const share = async () => {
          for (let sent = 0; sent < 149; sent += 1) await lab.send('burst', LIST);
        };
        return leadExperiment(lab, await preparation(lab), caution, { others: 1, done: share });
      },
    });
    expect(phases).toEqual({ calibrate: 1, burst: 301, ...AFTER });
    expect(refused).toBe(6);
  });

  it.each([
    ['refusals prolong the wait', { limiter: prolonged(300, 60) }],
    ['quota comes back meanwhile', { limiter: bucket(300, 60) }],
    ['the budget of refusals is used up', { limiter: fixed(300, 60), refusals: 5 }],
    ['Reset is a day away', { limiter: fixed(300, 86_400) }],
    ['no answer names a Reset', { limiter: fixed(300, 60), headers: ({ 'X-Ratelimit-Reset': _, ...rest }) => rest }],
  ] as const satisfies readonly (readonly [string, SimulationOptions])[])('%s: left out', async (_, options) => {
    const { phases, experiment } = await simulate(options);
    expect(phases).toMatchObject({ burst: 301, 'half-window': 1 });
    expect(phases['before-reset']).toBeUndefined();
    expect(experiment.planned).toBe(experiment.sent);
  });
});
