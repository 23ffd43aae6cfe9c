import { expect, test } from 'vitest';
import { legalVariants, limitVariants, type Variant } from '../../src/reference/index.ts';
import { type Sent, withReference } from './exchange.ts';

/** All that a client sees of a key whose quota is exhausted and returns: two keys in turns, a burst, the other operations, three later lists. */
function exhaustion(variants: readonly Variant[]): Promise<string[]> {
  return withReference({ windowSeconds: 6, variants }, async ({ reference, ask }, pass) => {
    const lines: string[] = [];
    const send = async (sent: Sent, key = reference.keys.free) => {
      // As k6 does: each request on a connection of its own.
      const all = { ...sent, authorization: `Bearer ${key}`, headers: { connection: 'close' } };
      const { status, raw, body } = await ask(all);
      lines.push(`${sent.path} → ${status} ${raw.join('|')} ${status < 400 ? '' : body}`);
    };
    const list = { path: '/pets?limit=1' };
    for (const key of [reference.keys.free, reference.secondKeys.free]) await send(list, key);
    for (let sent = 0; sent < 64; sent += 1) {
      await pass(10);
      await send(list);
    }
    // The third of them while the requests of a burst are leaving a rolling window.
    for (const ms of [5, 3_000, 2_640, 2_000]) {
      await pass(ms);
      for (const sent of [list, { method: 'POST', path: '/pets', body: '{}' }, { path: '/pets/1' }]) await send(sent);
    }
    return lines;
  });
}

const unchanged = exhaustion([]);

/** variants.test.ts has those that are legal variants of the service, too; the reference counts from the first request itself. */
const shown = limitVariants.filter((variant) => !legalVariants.includes(variant) && variant.id !== 'window-from-first');

test.each(shown.map((variant) => [variant.id, variant] as const))(
  '%s changes at least one answer',
  async (_, variant) => {
    expect(variant.needs).toBeUndefined();
    expect(await exhaustion([variant])).not.toEqual(await unchanged);
  },
);
