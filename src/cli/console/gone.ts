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
  '--ban': 'storecheck no longer provokes a ban',
  '--active': 'set capacity.plans in storecheck.yaml',
  '--big-ids': 'the tests of storecheck cover ids above 2^53',
  '--categories': 'set categories of the target in storecheck.yaml',
  '--ci': 'use a recipe of docs/ci.md',
  '--color': 'set NO_COLOR=1 or FORCE_COLOR=1',
  '--compare': 'use storecheck diff A B',
  '--connections': 'a burst uses as many connections as it needs, up to 50',
  '--enterprise-per-day': 'use --enterprise N/DAY',
  '--enterprise-per-minute': 'use --enterprise N/DAY',
  '--errors': 'set capacity.objectives in storecheck.yaml',
  '--html-assets': 'the report is one file; download it where a server forbids inline styles',
  '--junit-inconclusive': 'an inconclusive must is always an error in JUnit',
  '--k6-image': 'change the image in the manifests, e.g. with kustomize',
  '--json': 'read the results.json of the runs',
  '--key-in-url': 'test auth.query-key on staging; production never gets the key in a URL',
  '--label': 'add labels to the manifests, e.g. with kustomize',
  '--list': 'storecheck serve --help lists the faults',
  '--mix': 'set capacity.mix in storecheck.yaml',
  '--p50': 'set capacity.objectives in storecheck.yaml',
  '--p95': 'set capacity.objectives in storecheck.yaml',
  '--p99': 'set capacity.objectives in storecheck.yaml',
  '--pull-secret': 'add imagePullSecrets to the manifests, e.g. with kustomize',
  '--name': 'change the name in storecheck.yaml',
  '--no-input': 'init asks no questions',
  '--plans': 'set keys of the target in storecheck.yaml',
  '--queue': 'the queue of serve --capacity has 10,000 places',
  '--random-seed': 'serve draws other times in each run',
  '--segments': 'share the load with --distribute k6-operator',
  '--separate-nodes': 'add separate: true to the manifests, e.g. with kustomize',
  '--refusals': 'every burst stops after 8 responses with 429',
  '--settle': 'set settle of the target in storecheck.yaml',
  '--start-at': 'share the load with --distribute k6-operator',
  '--starter-image': 'change the image in the manifests, e.g. with kustomize',
  '--variant': 'npm run self-test runs the legal variants, in a checkout',
  '--subscribers': 'set capacity.plans in storecheck.yaml',
  '--use': 'set capacity.plans in storecheck.yaml',
  '--wait-for-ready': 'poll the service in a step before this command',
};

/** The problem of a command or option that is gone; undefined for any other word. */
export function whyGone(word: string): string | undefined {
  const instead = Object.hasOwn(REPLACED_BY, word) ? REPLACED_BY[word] : undefined;
  return instead === undefined
    ? undefined
    : `${word.startsWith('-') ? 'option' : 'command'} ${word} is gone: ${instead}`;
}
