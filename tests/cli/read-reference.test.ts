import { describe, expect, it } from 'vitest';
import { catalogue, whyUnseen } from '../../src/cli/options/read-reference.ts';

describe('the list of faults', () => {
  it.each([
    ['list-without-key', 'that check finds', ''],
    ['breaker-counts-not-found', 'that only check --depth thorough finds', ''],
    ['twice-the-limit', 'that limits finds', ''],
    ['retry-after-a-day', 'that limits finds', ' (warning)'],
  ])('says what shows %s', (id, part, mark) => {
    const own = catalogue()
      .split('\n\n')
      .find((text) => text.includes(`  ${id} `));
    expect(own).toContain(part);
    expect(own).toMatch(new RegExp(`^  ${id} .*${mark.replace(/[()]/g, '\\$&')}$`, 'm'));
  });

  it.each([
    ['list-without-key', undefined],
    ['breaker-counts-not-found', '`npx storecheck check --depth thorough`'],
    ['retry-after-a-day', 'only as a warning'],
  ])('says why a demo with %s passes, if it does', (id, why) => {
    const text = whyUnseen(id, 'npx storecheck');
    if (why === undefined) expect(text).toBeUndefined();
    else expect(text).toContain(why);
  });
});
