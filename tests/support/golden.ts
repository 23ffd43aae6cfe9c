import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

/** A file in the folder `golden` beside the test file that runs. */
export const golden = (name: string): string => join(dirname(expect.getState().testPath ?? ''), 'golden', name);

/** Compares the text of each case with a file that has a line for each case, which begins with its name. */
export async function expectLines<Case>(
  file: string,
  cases: Readonly<Record<string, Case>>,
  say: (given: Case) => string,
): Promise<void> {
  const lines = Object.entries(cases).map(([name, given]) => `${name}: ${say(given)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(file);
}

/** Compares a file of lines `QUESTION => ANSWER` with the present answers. To add one, write the question and pass `--update`. */
export async function expectAnswers(file: string, answer: (question: string) => unknown): Promise<void> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const answered: string[] = [];
  for (const question of lines.map((line) => line.replace(/ =>.*/, '')))
    answered.push(`${question} => ${await named(question, async () => answer(question))}\n`);
  await expect(answered.join('')).toMatchFileSnapshot(file);
}

/** The same for cases of `# TITLE`, a text, and lines `=> …` from `answer`. To add one, write title and text, and pass `--update`. */
export async function expectCases(
  file: string,
  answer: (text: string, title: string) => readonly string[],
): Promise<void> {
  const cases = readFileSync(file, 'utf8')
    .trimEnd()
    .split(/\n\n(?=# )/);
  const again: string[] = [];
  for (const one of cases) {
    const [title = '', ...text] = one.split('\n').filter((line) => !line.startsWith('=> '));
    const answers = await named(title, () => answer(`${text.join('\n')}\n`, title.slice('# '.length)));
    expect(answers, title).not.toEqual([]);
    again.push([title, ...text, ...answers.map((line) => `=> ${line}`)].join('\n'));
  }
  await expect(`${again.join('\n\n')}\n`).toMatchFileSnapshot(file);
}

/** What a case returns. An error begins with the title of the case. */
async function named<Value>(title: string, answer: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await answer();
  } catch (cause) {
    throw new Error(`${title}: ${(cause as Error).message}`, { cause });
  }
}
