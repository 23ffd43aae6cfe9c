import { describe, expect, test } from 'vitest';
import { limitFaults, limitVariants, type Variant } from '../../src/reference/index.ts';
import { type Sent, withReference } from './exchange.ts';

const LIMITS = { free: 60, pro: 300, business: 1000, enterprise: 5000 } as const;

/** All that a client sees of a key that is used up and recovers: two keys in turns, a burst, the other operations, three later looks. */
function exhaustion(variants: readonly Variant[], needs: Variant['needs'] = {}): Promise<string[]> {
  const { plan = 'free', windowSeconds = 6 } = needs;
  return withReference({ windowSeconds, variants }, async ({ reference, ask }, pass) => {
    const lines: string[] = [];
    const send = async (sent: Sent, key = reference.keys[plan]) => {
      // As k6 does: each request on a connection of its own.
      const all = { ...sent, authorization: `Bearer ${key}`, headers: { connection: 'close' } };
      const line = await ask(all).then(
        ({ status, raw, body }) => [status, raw.join('|'), status < 400 ? '' : body].join(' '),
        (failure: Error) => `no answer: ${failure.message}`,
      );
      lines.push(`${sent.method ?? 'GET'} ${sent.path} → ${line}`);
    };
    const list = { path: '/pets?limit=1' };
    const looks = async () => {
      await send(list);
      await send({ method: 'POST', path: '/pets', body: '{}' });
      await send({ path: '/pets/1' });
    };
    for (const key of [reference.keys[plan], reference.secondKeys[plan]]) await send(list, key);
    for (let sent = 0; sent < LIMITS[plan] + 4; sent += 1) {
      await pass(10);
      await send(list);
    }
    // The third of them while the requests of a burst are leaving a rolling window.
    for (const ms of [5, windowSeconds * 500, windowSeconds * 440, 2000]) {
      await pass(ms);
      await looks();
    }
    return lines;
  });
}

/** The server without any change, asked once for each window and plan. */
const unchanged = new Map<string, Promise<string[]>>();

function unchangedUnder(needs: Variant['needs'] = {}): Promise<string[]> {
  const name = `${needs.plan} ${needs.windowSeconds}`;
  const known = unchanged.get(name) ?? exhaustion([], needs);
  unchanged.set(name, known);
  return known;
}

describe('a fault of the limiter changes at least one answer', () => {
  test.each(limitFaults.map((fault) => [fault.id, fault] as const))('%s', async (_, fault) => {
    expect(await exhaustion([fault], fault.needs)).not.toEqual(await unchangedUnder(fault.needs));
  });
});

/** What these change is time, or requests without a key, which nothing here shows. */
const UNSEEN = [
  'window-from-first',
  'slow-answers',
  'jittery-answers',
  'unauthorized-not-counted',
  'unauthorized-counted-little',
  'unauthorized-counted-by-key',
  'connection-closed',
];

const visible = limitVariants.filter(({ id }) => !UNSEEN.includes(id));

describe('a legal limiter changes at least one answer', () => {
  test.each(visible.map((variant) => [variant.id, variant] as const))('%s', async (_, variant) => {
    expect(await exhaustion([variant], variant.needs)).not.toEqual(await unchangedUnder(variant.needs));
  });
});

test('each fault names the violated requirements once, and only those of limits', () => {
  for (const { breaks, follows = [] } of limitFaults) {
    expect(breaks.length).toBeGreaterThan(0);
    const named = [...breaks, ...follows];
    expect(named).toEqual([...new Set(named)]);
    for (const id of named) expect(id).toMatch(/^limit\.[a-z-]+$/);
  }
});
