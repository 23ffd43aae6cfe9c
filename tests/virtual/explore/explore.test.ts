import { describe, expect, it } from 'vitest';
import { isAnswered } from '../../../src/exchange/exchange.ts';
import { isExplored } from '../../../src/store/query.ts';
import { exploredFaults } from '../../faults/index.ts';
import { runAgainst, thoroughRow } from '../../faults/matrix.ts';
import { check } from '../command.ts';
import { conforming } from '../servers.ts';
import { world } from '../world.ts';

/** Every 48th fault. All of them with STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 48);
const never = new AbortController().signal;

const failedIn = (verdicts: readonly { readonly id: string; readonly verdict: string }[]) =>
  verdicts.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : []));

describe('a thorough run', () => {
  it('of the smallest plan waits and is never limited', async () => {
    const { trace, verdicts } = await runAgainst([], undefined, world(), never, {
      seed: 5,
      plan: 'free',
      maxRequests: 250,
    });
    expect(failedIn(verdicts)).toEqual([]);
    expect(trace.waits.length).toBeGreaterThan(2);
    expect(trace.exchanges.filter(isAnswered).filter(({ received }) => received.status === 429)).toEqual([]);
  });

  it('sends the same requests for the same seed', async () => {
    const sent = async () => {
      const { trace } = await runAgainst([], undefined, world(), never, { seed: 9, maxRequests: 150 });
      return trace.exchanges
        .filter(isExplored)
        .map(({ probe, sent: { method, path } }) => [
          probe,
          method,
          /^explore\.(?:list|query)/.test(probe) ? path : '',
        ]);
    };
    const first = await sent();
    expect(await sent()).toEqual(first);
    expect(first.length).toBeGreaterThan(20);
  });

  it('of a read-only run sends only GET', async () => {
    const { trace, verdicts } = await runAgainst([], undefined, world(), never, {
      seed: 5,
      readOnly: true,
      maxRequests: 200,
    });
    expect(trace.exchanges.filter(({ sent }) => sent.method !== 'GET')).toEqual([]);
    expect(trace.exchanges.filter(isExplored).length).toBeGreaterThan(100);
    expect(failedIn(verdicts)).toEqual([]);
  });
});

describe('a fault that only exploration finds, with one of a few seeds', () => {
  const chosen = exploredFaults.filter((_fault, index) => index % EVERY === 0);

  it.each(chosen.map((fault) => [fault.id, fault] as const))('%s', async (_id, fault) => {
    const { verdicts } = await runAgainst([fault], fault.needs, world(), never);
    expect(failedIn(verdicts), 'at standard depth').toEqual([]);
    expect((await thoroughRow(fault, world(), never)).problems).toEqual([]);
  });
});

describe('check --depth thorough', () => {
  it('states what it explores, records the seed, and gives the same result if judged again', async () => {
    const { baseUrl } = await conforming();
    const checked = await check(baseUrl, { args: ['--depth', 'thorough', '--seed', '42', '--max-requests', '160'] });
    expect(checked.code, checked.said).toBe(0);
    expect(checked.stderr.replace(/\s+/g, ' ')).toMatch(/thorough: \d+ generated requests \(--seed 42\)/);
    expect(checked.result).toMatchObject({ settings: { exploration: { seed: 42 } }, run: { end: 'complete' } });
    expect(checked.result?.requests.sent).toBeLessThanOrEqual(160);
  });
});
