import { readConfig } from '../../src/config/read.ts';

/** What is said about a file: `line:column path: message`, without its name. */
export function said(text: string): readonly string[] {
  const read = readConfig(text, 'storecheck.yaml');
  return 'problems' in read ? read.problems.map((each) => each.replace('storecheck.yaml:', '')) : [];
}
