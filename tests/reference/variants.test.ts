import { describe, expect, test } from 'vitest';
import { conforming } from '../../src/reference/conforming/index.ts';
import { legalVariants } from '../../src/reference/index.ts';
import { transcript } from './script.ts';

/** What these change is time, which no transcript shows. */
const ONLY_TIME = ['slow-answers', 'jittery-answers'];

/** All others answer every request of the script, and with no 5xx. */
const ONCE_BROKEN = ['one-bad-gateway', 'one-broken-connection'];

const visible = legalVariants.filter(({ id }) => !ONLY_TIME.includes(id));

describe('a legal variant changes at least one answer', () => {
  test.concurrent.each(visible.map((variant) => [variant.id, variant] as const))('%s', async (_, variant) => {
    const changed = await transcript({ ...variant.needs, variants: [variant] });
    expect(changed).not.toEqual(await transcript({}));
    if (!ONCE_BROKEN.includes(variant.id)) {
      expect(changed.filter((line) => /no answer| → (103 )?5\d\d /.test(line))).toEqual([]);
    }
  });
});

test.each(ONLY_TIME)('%s delivers later', (id) => {
  const variant = legalVariants.find((each) => each.id === id);
  expect(variant?.apply(conforming).deliver).not.toBe(conforming.deliver);
});

test.each(legalVariants.map((variant) => [variant.id, variant] as const))(
  '%s leaves the base as it is',
  (_, variant) => {
    const base = Object.freeze({ ...conforming, allowances: Object.freeze({ ...conforming.allowances }) });
    const before = { ...base };
    variant.apply(base);
    expect({ ...base }).toEqual(before);
  },
);
