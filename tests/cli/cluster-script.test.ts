import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { planSteps } from '../../src/capacity/steps.ts';
import { planEnv } from '../../src/cli/capacity/distribute.ts';
import { read, temporaryFolder, writeFiles } from '../support/files.ts';
import { golden } from '../support/golden.ts';

/** A cluster in a folder: a file `made` while something of the run exists; other files say how requests are answered. */
const KUBECTL = `#!/bin/sh
echo "$*" >>"$STATE/log"
case "$*" in
  kustomize*) cat "$2"/testrun-*.yaml ;;
  *'--raw /version'*) [ ! -e "$STATE/unreachable" ] || { cat "$STATE/unreachable" >&2; exit 1; } ;;
  *'--raw /apis'*) [ -e "$STATE/no-operator" ] || echo '{"resources":[{"name":"testruns"}]}' ;;
  *'auth can-i'*) cat "$STATE/can-i" 2>/dev/null || echo yes ;;
  *'clusters[0]'*) cat "$STATE/server" 2>/dev/null ;;
  *current-context*) cat "$STATE/context" 2>/dev/null ;;
  *'create secret'*) cat >"$STATE/keys" ;;
  *label*) cat ;;
  *'create -f '*) cat >/dev/null; touch "$STATE/made" ;;
  *delete*) rm -f "$STATE/made" ;;
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

/** The script in a folder `plan`, beside the folder `state` of the cluster. `files` replaces some. */
function arranged(files: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder();
  const plan = { steps: planSteps([0.5, 1, 1.5], 20, 10, { errorShare: 1 }, 2), instances: 2 };
  const source = { plan: 'pro', where: '--key pro', source: { file: 'keys.txt' } } as const;
  const settings = { timeoutMs: 10_000, route: {}, namespace: undefined };
  const asked = { plan, keySources: [source], keys: { length: 2 }, settings };
  const io = { cwd: root, script: join(root, 'storecheck') };
  const all = {
    'path/kubectl': KUBECTL,
    'path/storecheck': STORECHECK,
    'path/sleep': '#!/bin/sh\n',
    'keys.txt': 'first-key\nsecond-key\n',
    'state/verdicts': 'within 3\nwithin 0\nbeyond 0\n',
    ...Object.fromEntries([1, 2, 3].map((step) => [`plan/testrun-${step}.yaml`, 'NOT_AFTER=0\n'])),
    'plan/plan.env': planEnv(asked, 'r', 'plan', io),
    'plan/commands.sh': read('load/k6-operator/commands.sh'),
    ...files,
  };
  writeFiles(root, all, 0o755);
  const state = join(root, 'state');
  const env = { PATH: `${join(root, 'path')}:/usr/bin:/bin`, STATE: state, SCHEDULING_SECONDS: '0' };
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const isMade = () => existsSync(join(state, 'made'));
  const sh = (more: Readonly<Record<string, string>> = {}) => {
    // From another folder than the one in which the plan was written.
    const options = { cwd: state, env: { ...env, ...more }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['../plan/commands.sh'], options);
    return { code: status, said: stdout + stderr };
  };
  return { root, env, sh, textOf, isMade };
}

const KILLED = 'pod-1 node-a Completed 0\npod-2 node-b OOMKilled 137\n';
const UNREACHABLE = 'E1122 log line\nconnection refused\n';

it('prints the golden text of each case, and deletes its objects', async () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'every step fits, and the last one does not': {},
    'a step is beyond an objective': { 'state/verdicts': 'beyond 1\n' },
    'the operator has not finished yet': { 'state/stage': 'stopped' },
    'the cluster refuses pods': { 'state/stage': 'created', 'state/refused': 'storecheck-r-s1-1\n' },
    'an image is missing': { 'state/stage': 'created', 'state/waiting': 'ImagePullBackOff' },
    'there is no node': { 'state/stage': 'created' },
    'the operator does not watch the namespace': { 'state/stage': '' },
    'the operator has an error': { 'state/stage': 'error' },
    'the judge fails': { 'state/verdicts': 'within 4\n' },
    'a pod was killed': { 'state/pods': KILLED, 'state/verdicts': 'invalid 3\n' },
    'no pod recorded anything': { 'state/pods': KILLED, 'state/pod-log': 'out of memory' },
    'journals are cut off': { 'state/pod-log': '{"v":1,"kind":"sample"}', 'state/verdicts': 'invalid 3\n' },
    'the key file is empty': { 'keys.txt': '' },
    'the folder was used, and its run is in the cluster': {
      'plan/started/x': '',
      'state/made': '',
      'state/context': 'it',
    },
    'the cluster is unreachable': { 'state/unreachable': UNREACHABLE },
    'the operator is not installed': { 'state/no-operator': '', 'state/server': 'https://k8s', 'state/context': 'it' },
    'permissions are missing': { 'state/can-i': 'no' },
  };
  /** Only the first case shows them. */
  const common = new Set<string>();
  const parts = Object.entries(cases).map(([name, files]) => {
    const { root, sh, textOf, isMade } = arranged(files);
    const { code, said } = sh();
    const created = textOf('state/log').split('create -f -').length - 1;
    expect(isMade(), name).toBe('state/made' in files);
    const kept = readdirSync(join(root, 'plan')).filter((one) => /ndjson|pods/.test(one));
    for (const pods of kept.filter((one) => one.endsWith('.txt'))) expect(said).toContain(textOf(`plan/${pods}`));
    const lines = said.replaceAll(root, 'ROOT').split('\n');
    const own = lines.filter((line) => line !== '' && !common.has(line));
    if (common.size === 0) for (const line of lines) common.add(line);
    return [`# ${name}: exit ${code}, Secret and TestRuns made: ${created}`, ...own, `kept: ${kept.join(' ')}\n`].join(
      '\n',
    );
  });
  await expect(parts.join('\n')).toMatchFileSnapshot(golden('cluster-script.txt'));
});

it('numbers the keys of the Secret, stays in the cluster of its first call, and refuses a second run in the same folder', () => {
  const sleep = '#!/bin/sh\necho second >"$STATE/context"\n';
  const { sh, textOf } = arranged({ 'state/context': 'the first', 'path/sleep': sleep });
  expect(sh().code).toBe(0);
  expect(textOf('state/keys')).toBe('pro#1=first-key\npro#2=second-key\n');
  const calls = textOf('state/log')
    .split('\n')
    .filter((line) => line !== '' && !/^(storecheck|kustomize) /.test(line));
  expect(calls.filter((call) => !call.startsWith('--context the first '))).toEqual(['config current-context']);
  expect(sh().code).toBe(2);
});

it('calls storecheck by the command in a variable instead', () => {
  const { sh, textOf } = arranged();
  const { code, said } = sh({ STORECHECK: '/nowhere/storecheck' });
  expect([code, textOf('state/log').includes('create -f')], said).toEqual([2, false]);
  expect(said).toContain('storecheck does not start: set the variable STORECHECK');
});

it('removes everything after Ctrl-C, and says that there is no verdict', async () => {
  const { root, env, isMade, textOf } = arranged({ 'state/stage': 'created' });
  const child = spawn('sh', [join(root, 'plan/commands.sh')], {
    env: { ...env, SCHEDULING_SECONDS: '300' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, ended] = [text(child.stderr), once(child, 'close')];
  while (!isMade() || !textOf('state/log').includes('get testrun ')) await new Promise((done) => setTimeout(done, 20));
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(await said).toContain('Interrupted: there is no verdict');
  expect(isMade()).toBe(false);
});
