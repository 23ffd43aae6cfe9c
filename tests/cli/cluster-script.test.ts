import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../src/capacity/index.ts';
import { commands } from '../../src/cli/capacity/distribute/commands.ts';
import type { Cluster } from '../../src/cli/capacity/distribute/read-cluster.ts';
import { temporaryFolder } from '../folder.ts';

/** A cluster in a folder: a file `made` while something of the run exists; other files say how requests are answered. */
const KUBECTL = `#!/bin/sh
echo "$*" >>"$STATE/log"
case "$*" in
  *'--raw /version'*) [ ! -e "$STATE/unreachable" ] || { cat "$STATE/unreachable" >&2; exit 1; } ;;
  *'--raw /apis'*) [ -e "$STATE/no-operator" ] || echo '{"resources":[{"name":"testruns"}]}' ;;
  *'auth can-i'*) cat "$STATE/can-i" 2>/dev/null || echo yes ;;
  *'clusters[0]'*) cat "$STATE/server" 2>/dev/null ;;
  *current-context*) cat "$STATE/context" 2>/dev/null ;;
  *'create secret'*) cat >"$STATE/keys" ;;
  *label*) cat ;;
  *'create -f '*) cat >/dev/null; touch "$STATE/made" ;;
  *delete*) [ -e "$STATE/stuck" ] || rm -f "$STATE/made" ;;
  *'get testrun '*) cat "$STATE/stage" 2>/dev/null || echo finished ;;
  *'get testrun/'* | *'get secret/'*) [ ! -e "$STATE/made" ] || echo thing ;;
  *custom-columns=POD*) echo 'POD NODE EXIT'; cat "$STATE/pods" 2>/dev/null ;;
  *reason=FailedCreate*) cat "$STATE/refused" 2>/dev/null ;;
  *'.reason,MESSAGE'*) echo 'storecheck-r-s1-1 FailedCreate violates PodSecurity' ;;
  *'state.waiting.reason'*) cat "$STATE/waiting" 2>/dev/null ;;
  *logs*) cat "$STATE/pod-log" 2>/dev/null || echo '{"v":1,"kind":"experiment"}' ;;
esac
exit 0
`;

/** Answers each judgement by a line of a file, that of the last step: a verdict of the step, and the exit code. */
const STORECHECK = `#!/bin/sh
[ "$1" != --version ] || exit 0
echo "storecheck $*" >>"$STATE/log"
line=$(sed -n "$(ls "$2" | grep -c instance-1)p" "$STATE/verdicts")
printf '"verdict": "%s"' "\${line% *}" >"$2/results.json"
echo "THE VERDICT IS $line"
exit "\${line#* }"
`;

const cluster: Cluster = {
  image: 'k6',
  starterImage: 's',
  pullSecrets: [],
  separateNodes: false,
  labels: { 'app.kubernetes.io/name': 'storecheck' },
};

function arranged(files: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder();
  const [state, folder, path] = ['state', 'plan', 'path'].map((name) => join(root, name)) as [string, string, string];
  for (const one of [state, folder, path]) mkdirSync(one);
  const tools = { kubectl: KUBECTL, storecheck: STORECHECK, sleep: '#!/bin/sh\n' };
  for (const [name, text] of Object.entries(tools)) writeFileSync(join(path, name), text, { mode: 0o755 });
  writeFileSync(join(root, 'keys.txt'), 'first-key\nsecond-key\n');
  const defaults = { verdicts: 'within 3\nwithin 0\nbeyond 0\n' };
  for (const [name, text] of Object.entries({ ...defaults, ...files })) writeFileSync(join(state, name), text);
  const plan = {
    projection: {
      plans: [],
      before: { rps: 1, reads: 1, writes: 0 },
      after: { rps: 20, reads: 20, writes: 0 },
      busier: { rps: 1, reads: 1, writes: 0 },
    },
    objectives: { p95Ms: 300, errorShare: 0.01 },
    shares: [{ plan: 'pro', keys: 2, share: 1, perWindow: 1_000, windowSeconds: 60 }],
    steps: stepsOf([0.5, 1, 1.5], 20, 10, 2),
    instances: 2,
    mix: { list: 1, get: 0, create: 0 },
    writes: { projected: 0, asReads: false },
  } as const;
  for (const step of plan.steps.keys()) writeFileSync(join(folder, `testrun-${step + 1}.yaml`), 'NOT_AFTER=0\n');
  const source = { plan: 'pro', where: '--key pro', source: { file: 'keys.txt' } } as const;
  const script = commands(
    { plan, keySources: [source], owned: [{ plan: 'pro', keys: 2 }], target: { timeoutMs: 10_000, route: {} } },
    cluster,
    'r',
    'plan',
    {
      cwd: root,
      script: join(root, 'storecheck'),
    },
  );
  writeFileSync(join(folder, 'commands.sh'), script);
  const env = { PATH: `${path}:/usr/bin:/bin`, STATE: state };
  const log = () => readFileSync(join(state, 'log'), 'utf8');
  const count = (text: string) => log().split(text).length - 1;
  const isMade = () => existsSync(join(state, 'made'));
  const sh = (more: Readonly<Record<string, string>> = {}) => {
    // From another folder than the one in which the plan was written.
    const { status, stdout, stderr } = spawnSync('sh', ['../plan/commands.sh'], {
      cwd: state,
      env: { ...env, ...more },
      encoding: 'utf8',
    });
    return { code: status, said: stdout + stderr };
  };
  return { root, state, folder, env, sh, log, count, isMade };
}

const created = 'create -f -';

describe('the script for a cluster', () => {
  it('offers every step, collects the journals, ends with the last verdict and removes everything', () => {
    const { sh, folder, state, count, isMade } = arranged();
    const { code, said } = sh();
    expect(code, said).toBe(0);
    expect(readFileSync(join(state, 'keys'), 'utf8')).toBe('pro#1=first-key\npro#2=second-key\n');
    expect(readdirSync(folder).filter((name) => name.endsWith('.ndjson'))).toHaveLength(6);
    expect(count('storecheck judge')).toBe(3);
    expect(isMade()).toBe(false);
    expect(said).toContain('Nothing is left in namespace default');
    expect(said).toContain('50 %: fits; next step 100 %\n');
    expect(said).toContain('100 %: fits; next step 150 %\n');
    expect(said.match(/THE VERDICT IS .*/g)).toEqual(['THE VERDICT IS beyond 0']);
    expect(said).not.toContain('No further step');
  });

  it.each([
    ['beyond', 1],
    ['invalid', 3],
  ])('offers no step after one that is %s', (verdict, expected) => {
    const { sh, count, isMade } = arranged({ verdicts: `${verdict} ${expected}\n` });
    const { code, said } = sh();
    expect(code, said).toBe(expected);
    expect(said).toContain('No further step is offered');
    expect(said.match(/THE VERDICT IS .*/g)).toEqual([`THE VERDICT IS ${verdict} ${expected}`]);
    expect(said).not.toContain('next step');
    // The Secret and one TestRun.
    expect(count(created)).toBe(2);
    expect(isMade()).toBe(false);
  });

  it.each([
    ['refused pods', { stage: 'created', refused: 'storecheck-r-s1-1\n' }, 'the cluster refused pods'],
    ['a missing image', { stage: 'created', waiting: 'ImagePullBackOff' }, 'cannot start: ImagePullBackOff'],
    ['no node', { stage: 'created' }, 'did not finish in time (stage: created)'],
    [
      'an operator that does not watch the namespace',
      { stage: '' },
      'the operator did not pick up the TestRun: is it running, and does it watch namespace default?',
    ],
    ['an error of the operator', { stage: 'error' }, 'is in stage error'],
    ['a judge that fails', { verdicts: 'within 4\n' }, 'storecheck judge ended with 4'],
  ])('removes everything and shows the pods after %s', (_name, files, expected) => {
    const { sh, isMade, count } = arranged(files);
    const { code, said } = sh({ SCHEDULING_SECONDS: '0' });
    expect(code, said).toBe(3);
    expect(said).toContain(expected);
    expect(said).toContain('violates PodSecurity');
    expect(count(created)).toBe(2);
    expect(isMade()).toBe(false);
  });

  const KILLED = 'pod-2 node-b OOMKilled 137\n';
  it.each([
    ['a pod was killed', { pods: `pod-1 node-a Completed 0\n${KILLED}` }, [KILLED, 'last lines of pod-2']],
    ['a journal is cut off', { 'pod-log': '{"v":1,"kind":"sample"}' }, ['missing or cut off: 1 2\n']],
  ])('shows and keeps the reason if %s', (_name, files, expected) => {
    const { sh, folder } = arranged(files);
    const { said } = sh();
    for (const one of expected) expect(said).toContain(one);
    expect(said).not.toContain('pod-1');
    const kept = readFileSync(join(folder, 'storecheck-r-s1.pods.txt'), 'utf8');
    expect(said).toContain(kept);
    expect(kept).toContain('violates PodSecurity');
  });

  it('stays in the cluster of its first call', () => {
    const { sh, state, log } = arranged({ context: 'the first' });
    writeFileSync(join(state, '..', 'path', 'sleep'), '#!/bin/sh\necho second >"$STATE/context"\n', { mode: 0o755 });
    expect(sh().code).toBe(0);
    const calls = log()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('storecheck '));
    expect(calls.filter((call) => !call.startsWith('--context the first '))).toEqual(['config current-context']);
  });

  it('removes everything after Ctrl-C, and says that there is no verdict', async () => {
    const { folder, env, isMade, log } = arranged({ stage: 'created' });
    const child = spawn('sh', [join(folder, 'commands.sh')], {
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    while (!isMade() || !log().includes('get testrun ')) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ended).toBe(130);
    expect(said).toContain('Interrupted: there is no verdict');
    expect(isMade()).toBe(false);
  });

  it.each([
    [
      'an empty key file',
      (root: string) => writeFileSync(join(root, 'keys.txt'), ''),
      'hold 0 keys; the plan needs 2 of pro',
    ],
    ['a used folder', (root: string) => mkdirSync(join(root, 'plan', 'started')), 'this folder was used before'],
    [
      'a used folder with a run that was not removed',
      (root: string) => {
        mkdirSync(join(root, 'plan', 'started'));
        writeFileSync(join(root, 'state', 'made'), '');
        writeFileSync(join(root, 'state', 'context'), 'it');
      },
      "Run: kubectl --context 'it' -n default delete --ignore-not-found testruns storecheck-r-s1 storecheck-r-s2 ",
    ],
    [
      'an unreachable cluster',
      (root: string) => writeFileSync(join(root, 'state', 'unreachable'), 'E1122 log line\nconnection refused\n'),
      'commands.sh: the cluster cannot be reached: connection refused\nNothing',
    ],
    [
      'a cluster without the operator',
      (root: string) => writeFileSync(join(root, 'state', 'no-operator'), ''),
      'commands.sh: the k6-operator is not installed (no testruns.k6.io)\nNothing',
    ],
    [
      'missing permissions',
      (root: string) => writeFileSync(join(root, 'state', 'can-i'), 'no'),
      'not allowed in namespace default: create testruns.k6.io, get testruns.k6.io, list',
    ],
    [
      'a run that is in the cluster already',
      (root: string) => writeFileSync(join(root, 'state', 'made'), ''),
      'this run is in the cluster already',
    ],
  ])('refuses %s before anything is made', (_name, change, expected) => {
    const { root, sh, count } = arranged();
    change(root);
    const { code, said } = sh();
    expect([code, count('create -f'), count('delete testruns storecheck')], said).toEqual([2, 0, 0]);
    expect(said).toContain(expected);
    expect(said).toContain('Nothing was made or sent.');
  });

  it('calls storecheck by the command in a variable instead', () => {
    const { sh, count } = arranged();
    const { code, said } = sh({ STORECHECK: '/nowhere/storecheck' });
    expect([code, count('create -f')], said).toEqual([2, 0]);
    expect(said).toContain('storecheck does not start: set the variable STORECHECK');
  });

  it.each([
    ['the server and the context', { server: 'https://k8s.example', context: 'test' }, 'https://k8s.example (test)'],
    ['none', {}, 'none reachable'],
  ])('names the cluster: %s', (_name, files, shown) => {
    expect(arranged(files).sh().said).toContain(`cluster    ${shown}\n`);
  });

  it('refuses a second run in the same folder', () => {
    const { sh } = arranged();
    expect([sh().code, sh().code]).toEqual([0, 2]);
  });

  it('sets the moment after which pods send nothing', () => {
    const text = readFileSync(join(arranged().folder, 'commands.sh'), 'utf8');
    expect(text).toContain('sed "s/NOT_AFTER=0/NOT_AFTER=$deadline/"');
  });
});
