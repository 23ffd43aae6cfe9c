/** What replaces each command and option that storecheck no longer has. */
const REPLACED_BY: Readonly<Record<string, string>> = {
  // Commands
  rerun: 'use storecheck check --only ID, with the same target',
  k6: 'use storecheck doctor --fix',

  // Options
  '--ci': 'use a recipe of docs/ci.md',
  '--html-assets': 'the report is one file; download it where a server forbids inline styles',
  '--junit-inconclusive': 'an inconclusive must is always an error in JUnit',
  '--key-in-url': 'test auth.query-key on staging; production never gets the key in a URL',
  '--wait-for-ready': 'poll the service in a step before this command',
};

/** The problem of a command or option that is gone; undefined for any other word. */
export function whyGone(word: string): string | undefined {
  const instead = Object.hasOwn(REPLACED_BY, word) ? REPLACED_BY[word] : undefined;
  return instead === undefined
    ? undefined
    : `${word.startsWith('-') ? 'option' : 'command'} ${word} is gone: ${instead}`;
}
