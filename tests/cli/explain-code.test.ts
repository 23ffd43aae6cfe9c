import { expect, it } from 'vitest';
import { codeExplanation } from '../../src/cli/commands/explain.ts';
import type { FindingText } from '../../src/text/finding.ts';
import { FINDINGS } from '../../src/text/findings/index.ts';

it.each([
  ['above-limit', 'a kind of violation', '<request> returned <items> animals'],
  ['journal-cut-off', 'a reason why a requirement is inconclusive, not applicable or skipped', 'no closing record'],
  [
    'option-not-given',
    'a reason why a requirement is inconclusive, not applicable or skipped',
    'next  run storecheck limits with this option',
  ],
  ['no-refill', 'a reason why a requirement is inconclusive, not applicable or skipped', 'next  nothing to do'],
  ['wrong-key', 'a mistake in the set-up of a run', 'Check the <plan> key'],
  ['nothing-pinned', 'a warning or note about a run', 'nothing is pinned for <target>'],
  ['key-without-letters', 'a reason why a request was skipped', 'the key has no letters'],
  ['time-budget', 'why a run ended early', '--max-duration'],
  ['script-threw', 'a problem with a run of k6', 'the script threw an error'],
  [
    'late-timers',
    'a reason why a requirement is inconclusive, not applicable or skipped',
    'next  run again on a quiet or another machine',
  ],
  ['knee', 'a word of a capacity report', 'responses fall behind'],
  ['headroom', 'a word of a capacity report', 'The highest step within all objectives'],
  ['late-in-window', 'a reason to wait', 'too little of this one remains'],
  ['refill-allowed', 'a part of another message: what a refill may have added', 'a refill may add in that time'],
  ['restart-or-set-clock', 'a part of another message: another possible cause', 'a restart of the service'],
  ['remaining-stands', 'a kind of violation', 'A waiver covers one operation.'],
  ['uneven-draw', 'a kind of violation', 'one kind of request or response and one fall of'],
])('explains %s with its sentences', (code, meaning, sentence) => {
  const text = codeExplanation(code, 80);
  expect(text).toContain(meaning);
  expect(text).toContain(sentence);
});

it('explains a code of several catalogues with every sentence', () => {
  const text = codeExplanation('read-only', 80);
  expect(text).toContain('nothing is created');
  expect(text).toContain('creates are skipped');
});

it('says in words what a waiver of each violation covers', () => {
  for (const [code, { identity = [] }] of Object.entries<FindingText>(FINDINGS)) {
    const covered = /A waiver covers (.*)\.$/m.exec(codeExplanation(code, 1_000) ?? '')?.[1]?.split(/, | and /) ?? [];
    expect([code, covered]).toEqual([code, identity.map(() => expect.stringMatching(/^one [a-z]+( |$)/))]);
    for (const name of ['absent', 'counted', 'others', 'shown', 'statuses'])
      expect(covered).not.toContain(`one ${name}`);
  }
});

it('names the requirements for which the tests show a finding', () => {
  expect(codeExplanation('listed-twice', 200)).toContain("storecheck's own tests show it for: list.unique-ids\n");
  expect(codeExplanation('knee', 200)).not.toContain('own tests');
});

it('explains no other word', () => {
  expect(codeExplanation('list.ok', 80)).toBeUndefined();
  expect(codeExplanation('constructor', 80)).toBeUndefined();
});
