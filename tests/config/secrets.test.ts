import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectAnswers, golden } from '../support/golden.ts';
import { said } from './files.ts';

const CANARY = 'hunterCanary';
const file = (line: string) => `targets:\n  a:\n    baseUrl: https://a.example/v1\n    ${line}\n`;

/** Where somebody may put the key itself; the last questions are not even YAML. */
it('no message repeats a possible key: in a target', () =>
  expectAnswers(golden('secrets.txt'), (question) => {
    const line = question.replaceAll('CANARY', CANARY).replaceAll('\\n', '\n');
    const problems = said(file(line)).join(' ');
    expect(problems).not.toContain(CANARY);
    return problems;
  }));

it('no message repeats a possible key: with any mistake around the key', () => {
  // No line end: behind one it would be the name of another key, and names are shown.
  const around = fc.array(fc.constantFrom('{', '}', '[', ']', ':', ',', '"', "'", ' ', '-', '? ', '\t', '#', '\\'), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(around, around, (before, after) => {
      const text = file(`keys: { pro: ${before.join('')}${CANARY}${after.join('')} }`);
      const problems = said(text).join('\n');
      expect(problems).not.toBe('');
      expect(problems).not.toContain(CANARY);
    }),
    { numRuns: 100, seed: 1 },
  );
});
