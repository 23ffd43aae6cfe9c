import { readConfig } from '../../src/config/index.ts';
import { goldenIn } from '../golden.ts';

/** A file with one target, and these lines in it (from line 4 on). */
export function target(...lines: readonly string[]): string {
  const head = 'targets:\n  staging:\n    baseUrl: https://staging.example.com/v1\n';
  return head + lines.map((line) => `    ${line}\n`).join('');
}

/** A file with one waiver on line 2, some of its fields changed. */
export function waiver(changed: Readonly<Record<string, string>>): string {
  const fields = {
    requirement: 'auth.www-authenticate',
    signature: 'abc',
    reason: 'known',
    owner: 'jo',
    expires: '2027-03-01',
    ...changed,
  };
  const pairs = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `waivers:\n  - { ${pairs.join(', ')} }\n`;
}

/** What is said about a file: `line:column path: message`, without its name. */
export function said(text: string): readonly string[] {
  const read = readConfig(text, 'storecheck.yaml');
  return 'problems' in read ? read.problems.map((each) => each.replace('storecheck.yaml:', '')) : [];
}

/** What is wrong with a file, and the file. */
export type BrokenRow = readonly [what: string, text: string];

/** Everything that is said about each file, in the form of the golden files. */
export const problemsOf = (rows: readonly BrokenRow[]): string =>
  rows.map(([what, text]) => `${[`${what}:`, ...said(text)].join(said(text).length === 1 ? ' ' : '\n  ')}\n`).join('');

/** A file with the expected problems. */
export const golden = goldenIn(import.meta.dirname);
