import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether golden files are written anew. */
    readonly update: boolean;
  }
}

/** A file in the folder `golden` beside the test file that runs. */
export const golden = (name: string): string => join(dirname(expect.getState().testPath ?? ''), 'golden', name);

/** Compares the text of each case with a file that has a line for each case, which begins with its name. */
export async function expectLines<Case>(
  file: string,
  cases: Readonly<Record<string, Case>>,
  say: (given: Case) => string,
): Promise<void> {
  const lines = Object.entries(cases).map(([name, given]) => `${name}: ${say(given)}\n`);
  expect(lines).not.toEqual([]);
  await expect(lines.join('')).toMatchFileSnapshot(file);
}

/** Declares a test for each line `QUESTION => ANSWER` of a file. To add one, write the question and pass `--update`. */
export function testAnswers(file: string, answer: (question: string) => unknown): void {
  testParts(file, '\n', (part) => {
    const [question = ''] = part.split(' =>', 1);
    return { title: question, given: question, answerNow: async () => ` => ${await answer(question)}` };
  });
}

/** The same for cases of `# TITLE`, a text, and lines `=> …` from `answer`. To add one, write title and text, and pass `--update`. */
export function testCases(file: string, answer: (text: string, title: string) => readonly string[]): void {
  testParts(file, '\n\n', (part) => {
    const [given = ''] = part.split('\n=> ', 1);
    const [title = '', ...text] = given.split('\n');
    const answerNow = () => {
      const answers = answer(`${text.join('\n')}\n`, title.slice('# '.length));
      expect(answers).not.toEqual([]);
      return answers.map((line) => `\n=> ${line}`).join('');
    };
    return { title, given, answerNow };
  });
}

/** A part of a golden file: what is given, and after it the answer. */
interface Part {
  readonly title: string;
  readonly given: string;
  readonly answerNow: () => string | Promise<string>;
}

function testParts(file: string, separator: string, read: (part: string) => Part): void {
  const parts = readFileSync(file, 'utf8').replace(/\n+$/, '').split(separator);
  const updated = [...parts];
  for (const [index, part] of parts.entries()) {
    const { title, given, answerNow } = read(part);
    it(title, async () => {
      const answer = await answerNow();
      updated[index] = `${given}${answer}`;
      if (!inject('update')) expect(answer).toBe(part.slice(given.length));
    });
  }
  afterAll(() => {
    if (inject('update')) writeFileSync(file, `${updated.join(separator)}\n`);
  });
}
