import { describe, expect, it } from 'vitest';
import { LIMIT_REQUIREMENTS } from '../../../src/limiter/experiment.ts';
import { REQUIREMENTS } from '../../../src/spec/requirements/index.ts';
import { LOAD_SCRIPTS } from '../../built.ts';
import { limitFaults, limitVariants } from '../../faults/index.ts';
import { limitRow } from '../../faults/limit-matrix.ts';
import type { Fault, Variant } from '../../faults/table.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import { randomFrom } from '../../limiter/simulation/random.ts';
import { expectSound, failedMusts, limitsWith, type Pushed } from '../../outcome/pushed.ts';
import { virtualK6 } from '../k6.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';
import { startWorld, world } from '../world.ts';

const MUSTS: readonly string[] = REQUIREMENTS.filter(({ level }) => level === 'must').map(({ id }) => id);

/** Other experiments prove these, or they are recorded and never judged. */
const ELSEWHERE = ['limit.sustained', 'limit.daily', 'limit.algorithm', 'limit.rejects-count', 'limit.reset-restores'];

/** `storecheck limits` with two keys of a plan, on a server of its own: the ids that failed. */
async function judged(variant: Variant) {
  const { plan = 'free', windowSeconds, ...needs } = variant.needs ?? {};
  if (plan === 'enterprise') throw new TypeError(`${variant.id}: the limit of enterprise is not in the specification`);
  const window = windowSeconds ?? 60;
  const server = await conforming({ ...needs, windowSeconds: window, variants: [variant] });
  const keys = { [plan]: server.keys[plan] };
  const secondKeys = { [plan]: server.secondKeys[plan] };
  const args = ['--reporter', 'terminal'];
  const pushed = await push(server.baseUrl, { keys, secondKeys, window, args });
  return { ...pushed, failed: limitsWith('fail', pushed), requests: server.received().length };
}

/** The signatures of the requirements that a fault breaks. */
const signaturesOf = ({ breaks }: Fault, { result }: Pushed) =>
  result?.requirements.flatMap(({ id, signature }) => (breaks.includes(id) ? [`${id} ${signature}`] : []));

const every = <V>(nth: number, all: readonly V[]) => all.filter((_one, index) => index % nth === 0);
const named = <V extends Variant>(variants: readonly V[]) => variants.map((variant) => [variant.id, variant] as const);

/** The experiment on a server with the variant, judged without a command. */
const rowOn = (variant: Variant) =>
  limitRow(variant, {
    io: { ...world(), k6: virtualK6(world()) },
    k6: { path: '/virtual/k6', version: 'v2.2.0' },
    script: LOAD_SCRIPTS.quota,
    env: {},
    signal: new AbortController().signal,
    windowSeconds: 60,
  });

describe('each faulty limiter fails exactly the requirements that it violates', () => {
  const shown = new Set<string>();

  it.each(named(limitFaults))('%s', async (_id, fault) => {
    const { problems, failed } = await rowOn(fault);
    expect(problems).toEqual([]);
    for (const id of failed) shown.add(id);
  });

  it.each(LIMIT_REQUIREMENTS.filter((id) => !ELSEWHERE.includes(id)))('%s fails on some fault', (id) => {
    expect([...shown]).toContain(id);
  });
});

it('a limiter whose Limit cannot be read fails only that', async () => {
  const { result } = await judged(variantNamed('limit-with-policies'));
  const failed = result?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
  expect(failed.map(({ id }) => id)).toEqual(['rate.single-integer']);
  const admitted = result?.requirements.find(({ id }) => id === 'limit.admits-plan');
  expect(admitted).toMatchObject({ verdict: 'pass' });
});

describe('no legal limiter fails a must', () => {
  const inconclusive: string[] = [];

  it.each(named(limitVariants))('%s', async (id, variant) => {
    const row = await rowOn(variant);
    expect(row.problems).toEqual([]);
    // Services ban keys.
    expect(row.refused).toBeLessThanOrEqual(8);
    inconclusive.push(...row.inconclusive.filter((one) => MUSTS.includes(one)).map((one) => `${id} ${one}`));
  });

  /** The admitted responses show no window, and the refusals name its end to a second: its beginning may lie inside the burst. */
  it('and no must is inconclusive, but for a day that hides the minute', () => {
    expect(inconclusive).toEqual(['day-limit-shown limit.admits-plan']);
  });
});

describe('with a jitter of up to 300 ms', () => {
  const jittery = () => {
    const random = randomFrom(7);
    startWorld({ latency: () => random() * 300 });
  };

  it.each(named(every(3, limitVariants)))('limits fails no must of %s', async (_id, variant) => {
    jittery();
    const pushed = await judged(variant);
    await expectSound(pushed, 0, 1, 3);
    expect(failedMusts(pushed), pushed.said).toEqual([]);
    for (const { refused } of Object.values(pushed.result?.limits ?? {})) expect(refused).toBeLessThanOrEqual(8);
    expect(pushed.requests).toBe(pushed.result?.requests.sent);
  });

  /** When the burst ends decides the code of the first two; so slow a burst hides how long the wait should be. */
  const unsteady = ['never-refuses', 'refuses-with-200', 'retry-after-a-whole-window'];
  const chosen = named(every(7, limitFaults).filter(({ id }) => !unsteady.includes(id)));
  const signatures = new Map<string, ReturnType<typeof signaturesOf>>();

  async function failing(fault: Fault): Promise<ReturnType<typeof signaturesOf>> {
    const pushed = await judged(fault);
    await expectSound(pushed, 0, 1, 3);
    const { breaks, follows = [] } = fault;
    expect(pushed.failed, pushed.said).toEqual(expect.arrayContaining([...breaks]));
    expect(pushed.failed.filter((id) => ![...breaks, ...follows].includes(id))).toEqual([]);
    if (failedMusts(pushed).length > 0) expect(pushed.code).not.toBe(0);
    return signaturesOf(fault, pushed);
  }

  it.each(chosen)('limits finds %s in a calm network', async (id, fault) => {
    signatures.set(id, await failing(fault));
  });

  it.each(chosen)('limits finds %s with the same signature', async (id, fault) => {
    jittery();
    expect(await failing(fault)).toEqual(signatures.get(id));
  });
});
