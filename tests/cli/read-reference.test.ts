import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/options/read-reference.ts';

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
});
