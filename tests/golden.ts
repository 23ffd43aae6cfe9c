import { join } from 'node:path';
import { expect } from 'vitest';

/** A file in the folder `golden` beside a test file, given by its `import.meta.dirname`. */
export const goldenIn =
  (folder: string) =>
  (name: string): string =>
    join(folder, 'golden', name);

/** Compares what is said in each case with a file of one line each, which begins with the name of the case. */
export async function expectLines<Case>(
  file: string,
  cases: Readonly<Record<string, Case>>,
  say: (given: Case) => string,
): Promise<void> {
  const lines = Object.entries(cases).map(([name, given]) => `${name}: ${say(given)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(file);
}
