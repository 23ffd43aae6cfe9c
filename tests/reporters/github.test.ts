import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { hostileCapacity } from './capacity-results.ts';
import { github } from './formats.ts';
import { ACTIVE, HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import { accepted, drifted, manyFailing, misled, mixed, result, row, silent, unproven, warned } from './results.ts';

const golden = goldenIn(import.meta.dirname);

/** As the runner reads them. */
function read(given: Result) {
  const text = github(given);
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [, kind, title, message] = /^::(error|warning|notice) title=([^:,\n]*)::([^\n]*)$/.exec(line) ?? [];
    expect(kind, line.slice(0, 200)).toBeDefined();
    return { kind, title, message };
  });
}

describe('GitHub annotations', () => {
  it('are these for one row of every status', async () => {
    await expect(github(mixed)).toMatchFileSnapshot(golden('annotations.txt'));
  });

  it('are errors for what keeps the run from passing, warnings for the rest, and the verdict last', () =>
    expectLines(
      golden('annotation-kinds.txt'),
      { passed: result(), accepted, drifted, silent: silent(), misled },
      (one) =>
        read(one)
          .map(({ kind, title }) => `${kind} ${title}`)
          .join(', '),
    ));

  it('are at most nine of a kind and one that counts the rest, because GitHub drops more silently', () => {
    const { requirements, ...many } = manyFailing(15);
    const lines = read({ ...many, requirements: [...requirements, ...Array(12).fill(warned)] });
    const of = (wanted: string) => lines.filter(({ kind }) => kind === wanted);
    expect([of('error').length, of('warning').length, of('notice').length]).toEqual([10, 10, 1]);
    expect(of('error').at(-1)?.message).toBe('and 6 more: see the job summary');
    expect(read(manyFailing(9)).filter(({ kind }) => kind === 'error')).toHaveLength(9);
  });

  it('escape what a command would read: percent first, then line ends, in titles colons and commas too', () => {
    const open = { ...unproven, id: 'a:b,c%d', reason: '50% of 1:2, or %0A' };
    expect(github(result({ outcome: 'incomplete', requirements: [row(), open] }))).toContain(
      '::error title=a%3Ab%2Cc%25d::inconclusive, so the run does not pass: 50%25 of 1:2, or %250A\n',
    );
  });

  it.each(Object.entries(HOSTILE))('are commands of our own alone with %s', (_name, text) => {
    for (const given of [hostileResult(text), hostileFindings(text), hostileCapacity(text)]) {
      expect(read(given).length).toBeLessThanOrEqual(21);
      expect(github(given)).not.toMatch(ACTIVE);
      expect(github(given)).not.toContain('##[');
      expect(github(given).length).toBeLessThan(60_000);
    }
  });
});
