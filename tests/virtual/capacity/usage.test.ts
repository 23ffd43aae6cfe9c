import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { goldenIn } from '../../golden.ts';
import { expectSession } from '../session.ts';

const SECRETS = ['capacity-key-one-1', 'capacity-key-two-2', 'capacity-key-three', 'capacity-key-four4'] as const;
const KEYS = { KEY: 'ask_enterprise_123456', FREE: 'ask_free_123456' };

const FILES = {
  'keys.txt': SECRETS.join('\n'),
  'twice.txt': '\ntwice-key-one-1\ntwice-key-two-2\ntwice-key-one-1\n',
  'more.txt': [...SECRETS, ...SECRETS].join('\n'),
  'empty.txt': '\n',
  'odd.txt': 'short\n',
  'business.txt': Array.from({ length: 10 }, (_, n) => `business-key-${n}`).join('\n'),
  'key.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  'targets.yaml': `targets:
  it: { baseUrl: "http://127.0.0.1:7/v1", keys: { free: [{ env: KEY_FREE }], pro: [{ env: KEY_PRO }] } }
  few: { baseUrl: "http://127.0.0.1:7/v1", keys: { business: [{ env: KEY }, { env: KEY_2 }] }, budgets: { requestsPerRun: 100 } }
  pods: { baseUrl: "https://store.example.com/v1", class: staging }
`,
  'customers.yaml': `targets:
  it: { baseUrl: "http://127.0.0.1:9/v1", keys: { business: [{ env: KEY }] } }
capacity:
  plans: { free: { subscribers: 2000, activeAtPeak: 0.02, use: 0.25 }, pro: { subscribers: 40, activeAtPeak: 0.3, use: 0.6 } }
  mix: { list: 0.8, get: 0.1, create: 0.1 }
  objectives: { p95: 300ms, errors: 1% }
  keys: { business: { file: business.txt } }
`,
};
/** 40 requests/s at the peak, for four keys of 2,400/min each. */
const LOAD =
  '--key enterprise=file:keys.txt --enterprise 2400 --subscribers enterprise=1 --active enterprise=1 --use enterprise=1 --steps 100 --step-duration 10 --p95 1s --errors 5%';
const WORDS = {
  NOWHERE: '--base-url http://127.0.0.1:9/v1',
  LOAD,
  OBJECTIVES: '--p95 1s --errors 5%',
  STEP: '--steps 100 --step-duration 10',
  PRO: '--subscribers pro=60 --active pro=0.25 --use pro=0.6',
};

it.each([
  ['rejects every mistake with a sentence, before anything is sent', 'rejected'],
  ['shows projection, steps, keys and everything that is missing in a dry run', 'dry-run'],
])('%s', async (_name, file) => {
  await expectSession(goldenIn(import.meta.dirname)(`${file}.txt`), {
    env: { ...KEYS, ...WORDS },
    arrange: (cwd) => {
      for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
    },
    after: ({ said }) => {
      for (const secret of [...SECRETS, ...Object.values(KEYS)]) expect(said).not.toContain(secret);
    },
  });
});
