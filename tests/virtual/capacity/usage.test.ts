import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { fits } from '../../reporters/capacity-results.ts';
import { run } from '../command.ts';

const golden = goldenIn(import.meta.dirname);
const SECRETS = ['capacity-key-one-1', 'capacity-key-two-2', 'capacity-key-three', 'capacity-key-four4'] as const;
const env = { KEY: 'ask_enterprise_123456', FREE: 'ask_free_123456' };

const cwd = temporaryFolder();
const FILES = {
  'keys.txt': SECRETS.join('\n'),
  'twice.txt': '\ntwice-key-one-1\ntwice-key-two-2\ntwice-key-one-1\n',
  'more.txt': [...SECRETS, ...SECRETS].join('\n'),
  'empty.txt': '\n',
  'odd.txt': 'short\n',
  'business.txt': Array.from({ length: 10 }, (_, n) => `business-key-${n}`).join('\n'),
  'key.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  'malformed.json': JSON.stringify({ ...fits, capacity: { ...fits.capacity, steps: [{ level: 1 }] } }),
  'check.json': JSON.stringify({ ...fits, capacity: undefined }),
  'elsewhere.json': JSON.stringify(fits),
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
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);

const NOWHERE = '--base-url http://127.0.0.1:9/v1';
const OBJECTIVES = '--p95 1s --errors 5%';
const STEP = '--steps 100 --step-duration 10';
/** 40 requests/s at the peak, for four keys of 2,400/min each. */
const ENTERPRISE =
  '--key enterprise=file:keys.txt --enterprise-per-minute 2400 --subscribers enterprise=1 --active enterprise=1 --use enterprise=1';
const DISTRIBUTE = '--distribute k6-operator --parallelism';
const KEYS_OF_700 = `${DISTRIBUTE} 3 --enterprise-per-minute 700 --use enterprise=0.857 --subscribers`;
const PRO = '--subscribers pro=60 --active pro=0.25 --use pro=0.6';

/** Exit code and output of each command, below its name. */
async function outputs(cases: Readonly<Record<string, string>>): Promise<string> {
  const parts: string[] = [];
  for (const [name, words] of Object.entries(cases)) {
    const { code, stdout, stderr } = await run(['capacity', ...words.split(' ').filter((word) => word !== '')], {
      cwd,
      env,
    });
    parts.push(`# ${name}: exit ${code}\n${stderr}${stdout}`);
  }
  const text = parts.join('\n').replaceAll(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, 'RUN');
  for (const secret of [...SECRETS, ...Object.values(env)]) expect(text).not.toContain(secret);
  return text;
}

it('rejects every mistake with a sentence, before anything is sent', async () => {
  const mistakes = {
    'several plans in one option': '--change pro=400,free=80',
    'an unknown plan': '--change por=400',
    'a change of a plan without customers': '--change pro=400',
    'two limits of a plan': '--change enterprise=400 --change enterprise=500',
    'malformed values, all at once':
      '--subscribers enterprise=1,100 --active enterprise=45 --use enterprise=60 --p95 300 --errors 0.1',
    'nothing of something': '--subscribers enterprise=0 --active enterprise=3',
    'too few keys': '--subscribers enterprise=9',
    'keys with a limit that is too small to share': '--enterprise-per-minute 2',
    'contradictory objectives': '--p99 500ms',
    'steps below the peak': '--steps 50,75',
    'steps as multiples of the peak': '--steps 1.0,1.2',
    'steps that are none': '--steps all',
    'steps that exceed the generator, by the highest': '--subscribers enterprise=101 --steps 100,200',
    'steps too short to prove anything': '--errors 0.1%',
    'a mix that is not whole': '--mix list=0.5,get=0.2',
    'an unknown option': '--stepz 1',
    'a malformed earlier run': '--compare malformed.json',
    'an earlier run of another command': '--compare check.json',
    'an earlier run of another address': '--compare elsewhere.json',
    'an unknown target': '--config targets.yaml --target ti',
    'two services': '--base-url http://127.0.0.1:9/v1 --config targets.yaml --target it',
    'more requests than the target grants a run': '--config targets.yaml --target few',
    'load on production': '--base-url https://store.example.com/v1',
    'load on production without its name': '--base-url https://store.example.com/v1 --allow-load',
    'load on production with another name':
      '--base-url https://store.example.com/v1 --allow-load --confirm-host example.com',
    'a proxy that is none': '--proxy proxy',
    'a proxy for loopback': '--proxy http://127.0.0.1:9',
    'a repeated key': '--key enterprise=file:twice.txt',
    'repeated keys': '--key enterprise=file:more.txt',
    'a CA without a certificate': '--ca key.pem',
    'a missing CA': '--ca nowhere.pem',
    'a key instead of its source': '--key enterprise=capacity-key-one-1',
    'a key of an unknown plan': '--key gold=file:keys.txt',
    'an empty key file': '--key enterprise=file:empty.txt',
    'an invalid key': '--key enterprise=file:odd.txt',
    'customers without activity': '--subscribers pro=3',
    'customers of a plan without a limit': '--subscribers gold=3 --active gold=1 --use gold=1',
    'steps of a second': '--step-duration 1',
    'a segment above 1': '--segments 4/3',
    'a segment in words': '--segments 0/a',
    'no start time': '--segments 1/3',
    'a start time without a time zone': '--segments 1/3 --start-at 2026-11-21T12:00',
    'a start time that is over': '--segments 1/3 --start-at 2020-01-01T00:00Z',
    'a start time for one machine': '--start-at 2020-01-01T00:00Z',
    'segments and a cluster, all at once': '--segments 4/3 --distribute k6-operater --parallelism 0',
    'no number of pods': '--distribute k6-operator',
    'pods without a cluster': '--parallelism 3',
    'options of a cluster without one':
      '--namespace load --k6-image a --starter-image b --separate-nodes --pull-secret c --label a=b',
    'malformed names of a cluster': `${DISTRIBUTE} 3 --namespace a_b --k6-image / --starter-image ! --pull-secret A`,
    'malformed labels': `${DISTRIBUTE} 3 --label team --label A_=x --label a-/b=x --label a..b/c=x`,
    'reserved labels': `${DISTRIBUTE} 3 --label app.kubernetes.io/name=x --label k6_cr=x --label batch.kubernetes.io/job-name=x`,
    'pods that send to themselves through a proxy': `${DISTRIBUTE} 3 --proxy http://proxy.invalid:3128`,
    'more instances than keys': `${DISTRIBUTE} 5`,
    'more instances than requests': `${DISTRIBUTE} 41`,
    'too few keys for one instance': `${KEYS_OF_700} enterprise=4`,
    'too few keys for all instances': `${KEYS_OF_700} enterprise=6`,
    'journals that no node keeps': `${DISTRIBUTE} 3 --step-duration 40000`,
  };
  const cases = Object.entries(mistakes).map(([name, words]) => {
    const target = words.includes('--target') ? '' : NOWHERE;
    return [name, [target, ENTERPRISE, STEP, OBJECTIVES, words].join(' ')];
  });
  await expect(await outputs(Object.fromEntries(cases))).toMatchFileSnapshot(golden('rejected.txt'));
});

it('shows projection, steps, keys and everything that is missing in a dry run', async () => {
  const fast = `${NOWHERE} ${PRO} ${OBJECTIVES} ${STEP}`;
  const cases = {
    'nothing is known': '',
    'the origin of every number': '--config customers.yaml --target it --change pro=400 --verbose',
    'keys of the command line before those of the configuration': `--config customers.yaml --target it --key business=file:keys.txt`,
    'only the projection is known': `${NOWHERE} ${PRO} --change pro=400`,
    "no target, and a step at today's peak": `${PRO} --change pro=500`,
    'malformed values, without a target':
      '--change pro=400 --subscribers pro=1,100 --active pro=45 --use pro=60 --p95 300',
    'variables of the target that are not set': `--config targets.yaml --target it ${PRO} ${OBJECTIVES}`,
    'too few variables of the target': `--config targets.yaml --target few ${PRO} ${OBJECTIVES}`,
    'only keys of another plan': `${fast} --change pro=400 --key free=env:FREE`,
    'keys with an unknown limit, and no change': `${fast} --key enterprise=env:KEY`,
    'an unknown contract': `${NOWHERE} --subscribers enterprise=3 --active enterprise=1 --use enterprise=1`,
    'a new plan': `${fast} --subscribers team=9 --active team=1 --use team=1 --change team=600 --verbose`,
    'nearly all customers active': `${fast} --active pro=0.9 --verbose`,
    'one more request of each step for ids': `${fast} --mix list=0.9,get=0.1`,
    'steps that are long enough for the objectives': `${NOWHERE} ${PRO} --change pro=400 --p95 300ms --errors 0.1% --verbose`,
    'steps that are too short': `${NOWHERE} ${PRO} --p95 300ms --errors 0.1% --step-duration 40`,
    'a cluster': `--config targets.yaml --target pods ${ENTERPRISE} ${OBJECTIVES} ${STEP} ${DISTRIBUTE} 3`,
    'one of three machines': `${NOWHERE} ${ENTERPRISE} ${OBJECTIVES} ${STEP} --segments 1/3 --start-at 2026-11-21T10:30Z --timeout 5`,
  };
  const dry = Object.entries(cases).map(([name, words]) => [name, `${words} --dry-run`]);
  await expect(await outputs(Object.fromEntries(dry))).toMatchFileSnapshot(golden('dry-run.txt'));
});
