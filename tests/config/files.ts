import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config/read.ts';
import { expectCases } from '../golden.ts';

/** A file that has every key. */
export const FULL = readFileSync(join(import.meta.dirname, 'full.yaml'), 'utf8');

/** A file with one target, and these lines in it (from line 4 on). */
function target(...lines: readonly string[]): string {
  const head = 'targets:\n  staging:\n    baseUrl: https://staging.example.com/v1\n';
  return head + lines.map((line) => `    ${line}\n`).join('');
}

/** What is said about a file: `line:column path: message`, without its name. */
export function said(text: string): readonly string[] {
  const read = readConfig(text, 'storecheck.yaml');
  return 'problems' in read ? read.problems.map((each) => each.replace('storecheck.yaml:', '')) : [];
}

/** In a golden file of cases, `STAGING` are the first lines of a target. */
export const expectConfigurations = (path: string, answer: (text: string) => readonly string[]): Promise<void> =>
  expectCases(path, (text) => answer(text.replace('STAGING\n', target())));
