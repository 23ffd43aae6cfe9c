import { expect, test } from 'vitest';
import { faults, legalVariants, limitFaults, limitVariants } from '../../src/reference/index.ts';
import { baseOf } from './base.ts';
import { transcript } from './script.ts';

/** All others answer every request of the script without a 5xx. */
const ONCE_BROKEN = ['one-bad-gateway', 'one-broken-connection', 'now-and-then-in-maintenance'];

/** The conforming server, asked once. */
const unchanged = transcript({});

test('the same server gives the same transcript', async () => {
  expect(await transcript({})).toEqual(await unchanged);
});

test.each(legalVariants.map((variant) => [variant.id, variant] as const))(
  '%s changes at least one answer',
  async (id, variant) => {
    const changed = await transcript({ ...variant.needs, variants: [variant] });
    expect(changed).not.toEqual(await unchanged);
    const unanswered = changed.filter((line) => /no answer| → (103 )?5\d\d /.test(line));
    expect(unanswered.length > 0).toBe(ONCE_BROKEN.includes(id));
  },
);

const all = [...new Set([...faults, ...limitFaults, ...legalVariants, ...limitVariants])];

test.each(all.map((variant) => [variant.id, variant] as const))('%s leaves the base as it is', (_, variant) => {
  const base = Object.freeze({ ...baseOf(), allowances: Object.freeze({ ...baseOf().allowances }) });
  const before = { ...base };
  variant.apply(base);
  expect({ ...base }).toEqual(before);
});
