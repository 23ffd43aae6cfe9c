import { describe, expect, it } from 'vitest';
import { banExperiment, insistFrom } from '../../load/lib/experiment/ban.ts';
import { banScenarios } from '../../load/lib/k6/scenario.ts';
import { bucket, fixed, PRO, type SimulatedLimiter, type SimulationOptions, simulate } from './simulated.ts';

const ban = (limiter: SimulatedLimiter, options: Partial<SimulationOptions> = {}) =>
  simulate({
    limiter,
    experiment: { perWindow: 60 },
    run: ({ lab }, caution) => banExperiment(lab('ban'), caution, 30),
    ...options,
  });

describe('requests after 429', () => {
  it('are at most 30, 1 s apart, and one more when Retry-After is over', async () => {
    const { phases, exchanges, experiment, at } = await ban(fixed(60, 60));
    expect(phases).toMatchObject({ ban: 30, 'recovery-retry-after': 1 });
    const sent = exchanges.filter(({ phase }) => phase === 'ban').map((one) => one.sent.at);
    expect(Math.min(...sent.slice(1).map((one, index) => one - (sent[index] ?? 0)))).toBeGreaterThanOrEqual(1_000);
    expect(at('recovery-retry-after') - (exchanges[0]?.sent.at ?? 0)).toBeGreaterThan(59_000);
    expect(experiment).toMatchObject({ role: 'whole', skipped: [], phases: { ban: { planned: 30, sent: 30 } } });
  });

  it('end with the first status other than 429', async () => {
    const { phases, exchanges, experiment } = await ban(fixed(60, 60), {
      status: (request) => (request > 66 ? 403 : undefined),
    });
    expect(phases['ban']).toBe(5);
    expect(exchanges.filter(({ phase }) => phase === 'ban').at(-1)?.received).toMatchObject({ status: 403 });
    expect(experiment.planned).toBe(experiment.sent);
  });

  it('end when the service admits the key again', async () => {
    const { phases, experiment } = await ban(fixed(60, 10));
    expect(phases['ban']).toBeLessThan(12);
    expect(experiment.skipped).toMatchObject([{ phase: 'recovery-retry-after', code: 'served-again' }]);
  });

  it('end after 3 lost responses in a row', async () => {
    const { phases } = await ban(fixed(60, 60), { status: (request) => (request > 64 ? 0 : undefined) });
    expect(phases['ban']).toBe(5);
  });

  it('wait at most two windows', async () => {
    const { experiment } = await ban(fixed(60, 60), {
      headers: (headers) => ('Retry-After' in headers ? { ...headers, 'Retry-After': '86400' } : headers),
    });
    expect(experiment.skipped).toMatchObject([{ phase: 'recovery-retry-after', code: 'wait-too-long' }]);
  });

  it('are skipped if nothing was refused', async () => {
    const { phases, experiment } = await ban(bucket(10_000, 60));
    expect(phases).not.toHaveProperty('ban');
    expect(experiment.skipped).toMatchObject([{ phase: 'ban', reason: expect.stringMatching('refused') }]);
  });

  it('have one VU per key, with time for all of them', () => {
    expect(banScenarios([PRO], 930)).toMatchObject({ pro_1: { vus: 1, iterations: 1, maxDuration: '1410s' } });
  });

  it.each(['0', '1.5', '301', 'many'])('cannot be %s', (text) => expect(() => insistFrom(text)).toThrow('INSIST'));
});
