import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../src/config/index.ts';

/** A file that has every key. */
export const FULL = readFileSync(join(import.meta.dirname, 'full.yaml'), 'utf8');

/** A file with one target, and these lines in it (from line 4 on). */
export function target(...lines: readonly string[]): string {
  const head = 'targets:\n  staging:\n    baseUrl: https://staging.example.com/v1\n';
  return head + lines.map((line) => `    ${line}\n`).join('');
}

/** What is said about a file: `line:column path: message`, without its name. */
export function said(text: string): readonly string[] {
  const read = readConfig(text, 'storecheck.yaml');
  return 'problems' in read ? read.problems.map((each) => each.replace('storecheck.yaml:', '')) : [];
}

/** In a golden file of cases, each is `# title`, a configuration (`STAGING` are the first lines of a target), and lines `=> …` with what `answer` gives. */
export async function expectCases(path: string, answer: (text: string) => readonly string[]): Promise<void> {
  const cases = readFileSync(path, 'utf8')
    .trimEnd()
    .split(/\n\n(?=# )/);
  const again = cases.map((one) => {
    const [title, ...text] = one.split('\n').filter((line) => !line.startsWith('=> '));
    const answers = answer(`${text.join('\n')}\n`.replace('STAGING\n', target()));
    expect(answers, title).not.toEqual([]);
    return [title, ...text, ...answers.map((line) => `=> ${line}`)].join('\n');
  });
  await expect(`${again.join('\n\n')}\n`).toMatchFileSnapshot(path);
}
