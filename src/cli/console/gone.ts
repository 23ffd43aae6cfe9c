/** What replaces each command and option that storecheck no longer has. */
const REPLACED_BY: Readonly<Record<string, string>> = {
  '--ci': 'a recipe of docs/ci.md',
};

/** The problem of a command or option that is gone; undefined for any other word. */
export function whyGone(word: string): string | undefined {
  const instead = Object.hasOwn(REPLACED_BY, word) ? REPLACED_BY[word] : undefined;
  return instead === undefined
    ? undefined
    : `${word.startsWith('-') ? 'option' : 'command'} ${word} is gone: use ${instead}`;
}
