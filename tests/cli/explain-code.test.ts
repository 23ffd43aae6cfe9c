import { expect, it } from 'vitest';
import { codeExplanation } from '../../src/cli/commands/explain.ts';
import { FORMER_MARKS } from '../../src/result/former/marks.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import { isFindingCode } from '../../src/text/findings/index.ts';
import reported from '../../src/text/findings/reported-by.generated.json' with { type: 'json' };

it('explains a violation with its places and requirements', () => {
  const text = codeExplanation('above-limit', 80);
  expect(text).toContain('{request} returned {items:count animal}');
  expect(text).toContain('list.limit-honoured');
});

it('explains a reason, and nothing else', () => {
  expect(codeExplanation('journal-cut-off', 80)).toContain('no closing record');
  expect(codeExplanation('list.ok', 80)).toBeUndefined();
});

it('has tables of known codes, requirements and marks', () => {
  const ids = REQUIREMENTS.map(({ id }): string => id);
  expect(Object.keys(reported).filter((code) => !isFindingCode(code))).toEqual([]);
  expect(
    Object.values(reported)
      .flat()
      .filter((id) => !ids.includes(id)),
  ).toEqual([]);
  expect([...Object.keys(FORMER_MARKS), ...Object.values(FORMER_MARKS).flat()].join(' ')).toMatch(/^[a-f0-9 ]+$/);
});
