import { expect, it } from 'vitest';
import { codeExplanation } from '../../src/cli/commands/explain.ts';
import type { FindingText } from '../../src/text/finding.ts';
import { FINDINGS } from '../../src/text/findings/index.ts';
import { goldenIn } from '../golden.ts';

/** One of each catalogue, then those with sentences of their own. `read-only` is in several catalogues. */
const CODES = [
  ...['above-limit', 'journal-cut-off', 'wrong-key', 'nothing-pinned', 'key-without-letters', 'time-budget'],
  ...['script-threw', 'knee', 'late-in-window', 'refill-allowed', 'restart-or-set-clock', 'read-only'],
  ...['option-not-given', 'no-refill', 'late-timers', 'remaining-stands', 'uneven-draw', 'listed-twice'],
];

it('explains each kind of code with its sentences', async () => {
  const texts = CODES.map((code) => codeExplanation(code, 100));
  await expect(texts.join('\n')).toMatchFileSnapshot(goldenIn(import.meta.dirname)('explain-code.txt'));
});

it('says in words what a waiver of each violation covers', () => {
  for (const [code, { identity = [] }] of Object.entries<FindingText>(FINDINGS)) {
    const covered = /A waiver covers (.*)\.$/m.exec(codeExplanation(code, 1_000) ?? '')?.[1]?.split(/, | and /) ?? [];
    expect([code, covered]).toEqual([code, identity.map(() => expect.stringMatching(/^one [a-z]+( |$)/))]);
    for (const name of ['absent', 'counted', 'others', 'shown', 'statuses'])
      expect(covered).not.toContain(`one ${name}`);
  }
});

it('explains no other word', () => {
  expect(['list.ok', 'constructor'].map((word) => codeExplanation(word, 80))).toEqual([undefined, undefined]);
});
