import { describe, expect, it } from 'vitest';
import { LIMIT_REQUIREMENTS } from '../../../src/limiter/index.ts';
import { limitFaults, limitVariants } from '../../faults/index.ts';
import type { Fault, Variant } from '../../faults/table.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import { randomFrom } from '../../limiter/simulation/random.ts';
import { expectSound, failedMusts, limitsWith, type Pushed } from '../../outcome/pushed.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';
import { startWorld } from '../world.ts';

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

const shown = new Set<string>();

/** The codes of their findings. tests/limiter/recorded.test.ts shows the others. */
const CODES = `
  back-before-reset back-before-reset-in-unit dropped-above-limit first-request-free keys-share-counter limit-too-low one-too-many
  operation-not-limited refill-too-fast refill-too-slow refusal-body-status refusal-lacks-field refusal-lacks-headers
  refusal-lacks-retry-after refusal-media-type refusal-not-error refusal-remaining refusal-reset-in-past
  refused-after-retry-after refused-create-stored refused-too-early refused-with-remaining refused-without-429 reset-reads-as-delta
  retry-after-milliseconds retry-after-timestamp retry-after-too-long retry-after-unreadable second-key-refused server-error-under-load
  several-counters too-many-admitted window-too-long window-too-short`;
const codes = new Set<string | undefined>();

/** The signatures of the requirements that a fault breaks. */
const signaturesOf = ({ breaks }: Fault, { result }: Pushed) =>
  result?.requirements.flatMap(({ id, signature }) => (breaks.includes(id) ? [`${id} ${signature}`] : []));

/** By fault, over a network without jitter. */
const signatures = new Map<string, ReturnType<typeof signaturesOf>>();

const every = <V>(nth: number, all: readonly V[]) => all.filter((_one, index) => index % nth === 0);
const named = <V extends Variant>(variants: readonly V[]) => variants.map((variant) => [variant.id, variant] as const);

async function expectKilled(fault: Fault): Promise<Pushed> {
  const pushed = await judged(fault);
  const { failed, said } = pushed;
  const { breaks, follows = [] } = fault;
  expect(breaks.length).toBeGreaterThan(0);
  expect(failed, said).toEqual(expect.arrayContaining([...breaks]));
  expect(failed.filter((id) => ![...breaks, ...follows].includes(id))).toEqual([]);
  if (failedMusts(pushed).length > 0) expect(pushed.code).not.toBe(0);
  for (const id of failed) shown.add(id);
  for (const { id, findings = [] } of pushed.result?.requirements ?? [])
    if (id.startsWith('limit.')) for (const { code } of findings) codes.add(code);
  return pushed;
}

describe('each faulty limiter fails exactly the requirements that it violates', () => {
  it.each(named(limitFaults))('%s', async (id, fault) => {
    const pushed = await expectKilled(fault);
    await expectSound(pushed, 0, 1, 3);
    signatures.set(id, signaturesOf(fault, pushed));
  });

  it.each(LIMIT_REQUIREMENTS.filter((id) => !ELSEWHERE.includes(id)))('%s fails on some fault', (id) => {
    expect([...shown]).toContain(id);
  });

  it('and the findings have these codes', () => {
    expect([...codes].sort()).toEqual(CODES.trim().split(/\s+/));
  });
});

it('a limiter whose Limit cannot be read fails only that', async () => {
  const { result } = await judged(variantNamed('limit-with-policies'));
  const failed = result?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
  expect(failed.map(({ id }) => id)).toEqual(['rate.single-integer']);
  const admitted = result?.requirements.find(({ id }) => id === 'limit.admits-plan');
  expect(admitted).toMatchObject({ verdict: 'pass' });
});

/**
 * The admitted responses show no window, and the refusals name its end to a second: its beginning may lie inside the burst. And the
 * accident hits a request that would have shown what its operation draws.
 */
const NEVER_DECIDED = [
  'day-limit-shown limit.admits-plan',
  'one-bad-gateway rate.counts-every-operation',
  'one-broken-connection rate.counts-every-operation',
];

describe('no legal limiter fails a must', () => {
  const inconclusive: string[] = [];

  it.each(named(limitVariants))('%s', async (id, variant) => {
    const pushed = await judged(variant);
    await expectSound(pushed, 0, 1, 3);
    expect(failedMusts(pushed), pushed.said).toEqual([]);
    for (const row of pushed.result?.requirements ?? [])
      if (row.level === 'must' && row.verdict === 'inconclusive') inconclusive.push(`${id} ${row.id}`);
    // A fixed window passes all that one experiment can prove.
    if (id === 'window-from-first') {
      expect([...pushed.failed, ...limitsWith('inconclusive', pushed)]).toEqual([]);
      expect(pushed.code).toBe(0);
    }
    for (const { refused } of Object.values(pushed.result?.limits ?? {})) expect(refused).toBeLessThanOrEqual(8);
    expect(pushed.requests).toBe(pushed.result?.requests.sent);
  });

  it('and no other must is inconclusive', () => {
    expect(inconclusive).toEqual(NEVER_DECIDED);
  });
});

describe('with a jitter of up to 300 ms', () => {
  const jittery = () => {
    const random = randomFrom(7);
    startWorld({ latency: () => random() * 300 });
  };

  it.each(named(every(3, limitVariants)))('%s fails no must', async (_id, variant) => {
    jittery();
    const pushed = await judged(variant);
    expect(failedMusts(pushed), pushed.said).toEqual([]);
  });

  /** When the burst ends decides how many they admit above the limit, and that decides the code. */
  const withoutEnd = ['never-refuses', 'refuses-with-200'];
  const steady = limitFaults.filter(({ id }) => !withoutEnd.includes(id));

  it.each(named(every(7, steady)))('%s fails just what it breaks, with the same signature', async (id, fault) => {
    jittery();
    expect(signaturesOf(fault, await expectKilled(fault))).toEqual(signatures.get(id));
  });
});

it('the matrix is large enough to mean something', () => {
  expect(limitFaults.length).toBeGreaterThanOrEqual(40);
  expect(limitVariants.length).toBeGreaterThanOrEqual(15);
});
