import { expect, it } from 'vitest';
import { golden } from '../../support/golden.ts';
import { expectSession } from '../session.ts';

const KEY = 'ask_enterprise_123456';

const PRO = 'pro: { subscribers: 60, activeAtPeak: 0.25, use: 0.6 }';

const configOf = (plans: string, objectives = 'p95: 1s, errors: 5%') => `targets:
  it: { baseUrl: "http://127.0.0.1:7/v1", keys: { free: [{ env: KEY_FREE }], pro: [{ env: KEY_PRO }] } }
  few: { baseUrl: "http://127.0.0.1:7/v1", keys: { business: [{ env: KEY }, { env: KEY_2 }] }, budgets: { requestsPerRun: 100 } }
  pods: { baseUrl: "https://pods.example.com/v1", class: staging }
capacity:
  plans: { ${plans} }
  objectives: { ${objectives} }
`;

const FILES = {
  'keys.txt': ['capacity-key-one-1', 'capacity-key-two-2', 'capacity-key-three', 'capacity-key-four4'].join('\n'),
  'twice.txt': '\ntwice-key-one-1\ntwice-key-two-2\ntwice-key-one-1\n',
  'empty.txt': '\n',
  'odd.txt': 'short\n',
  'business.txt': Array.from({ length: 10 }, (_, n) => `business-key-${n}`).join('\n'),
  'load.yaml': configOf('enterprise: { subscribers: 1, activeAtPeak: 1, use: 1 }'),
  'nine.yaml': configOf('enterprise: { subscribers: 9, activeAtPeak: 1, use: 1 }'),
  'many.yaml': configOf('enterprise: { subscribers: 101, activeAtPeak: 1, use: 1 }'),
  'six.yaml': configOf('enterprise: { subscribers: 6, activeAtPeak: 1, use: 0.857 }'),
  'strict.yaml': configOf('enterprise: { subscribers: 1, activeAtPeak: 1, use: 1 }', 'p95: 300ms, errors: 0.1%'),
  'pro.yaml': configOf(PRO),
  'strict-pro.yaml': configOf(PRO, 'p95: 300ms, errors: 0.1%'),
  'gets.yaml': `${configOf(PRO)}  mix: { list: 0.9, get: 0.1 }\n`,
  'contract.yaml': configOf('enterprise: { subscribers: 3, activeAtPeak: 1, use: 1 }'),
  'unmeasured.yaml': `capacity:\n  plans: { ${PRO} }\n`,
  'mistakes.yaml': `capacity:
  plans: { pro: { subscribers: 0, activeAtPeak: 3 }, gold: { subscribers: 1, activeAtPeak: 1, use: 1 } }
  mix: { list: 0.5, get: 0.2 }
  objectives: { p95: 1s, p99: 500ms }
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
const KEY_FILES = [FILES['keys.txt'], FILES['twice.txt'], FILES['business.txt']];
const SECRETS = [KEY, ...KEY_FILES.flatMap((text) => text.split('\n').filter(Boolean))];

const KEYED = '--key enterprise=file:keys.txt --enterprise 2400 --steps 100 --step-duration 10';
const WORDS = {
  NOWHERE: '--base-url http://127.0.0.1:9/v1',
  /** 40 requests/s at the peak, for four keys of 2,400/min each. */
  LOAD: `--config load.yaml ${KEYED}`,
  KEYED,
  STEP: '--steps 100 --step-duration 10',
};

it.each([
  ['rejects every mistake with a sentence, before anything is sent', 'rejected', 2],
  ['shows projection, steps, keys and everything that is missing in a dry run', 'dry-run', 0],
])('%s', async (_name, file, usualCode) => {
  await expectSession(golden(`${file}.txt`), {
    env: { KEY, ...WORDS },
    usualCode,
    files: FILES,
    after: ({ said }) => {
      for (const secret of SECRETS) expect(said).not.toContain(secret);
    },
  });
});
