/** What replaces each command and option that storecheck no longer has. */
const REPLACED_BY: Readonly<Record<string, string>> = {
  // Commands
  rerun: 'use storecheck check --only ID, with the same target',
  judge: 'use storecheck report RUN --judge',
  waive: 'use storecheck accept RUN ID --owner … --reason … --expires …',
  pin: 'use storecheck accept RUN --observed',
  list: 'use storecheck explain',
  k6: 'use storecheck doctor --fix',
  'self-test': 'use npm run self-test, in a checkout',

  // Options
  '--ci': 'use a recipe of docs/ci.md',
  '--big-ids': 'the tests of storecheck cover ids above 2^53',
  '--categories': 'set categories of the target in storecheck.yaml',
  '--color': 'set NO_COLOR=1 or FORCE_COLOR=1',
  '--enterprise-per-day': 'use --enterprise N/DAY',
  '--enterprise-per-minute': 'use --enterprise N/DAY',
  '--html-assets': 'the report is one file; download it where a server forbids inline styles',
  '--junit-inconclusive': 'an inconclusive must is always an error in JUnit',
  '--key-in-url': 'test auth.query-key on staging; production never gets the key in a URL',
  '--queue': 'the queue of serve --capacity has 10,000 places',
  '--random-seed': 'serve draws other times in each run',
  '--settle': 'set settle of the target in storecheck.yaml',
  '--wait-for-ready': 'poll the service in a step before this command',
};

/** The problem of a command or option that is gone; undefined for any other word. */
export function whyGone(word: string): string | undefined {
  const instead = Object.hasOwn(REPLACED_BY, word) ? REPLACED_BY[word] : undefined;
  return instead === undefined
    ? undefined
    : `${word.startsWith('-') ? 'option' : 'command'} ${word} is gone: ${instead}`;
}
