import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { IMAGE } from '../../../src/cli/capacity/distribute/read-cluster.ts';
import type { Result } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import { certificate } from '../../process/servers.ts';
import { run } from '../command.ts';
import { virtualK6 } from '../k6.ts';
import { serve } from '../servers.ts';
import { startWorld, world } from '../world.ts';

const folder = temporaryFolder();
const FROM_FILES = ['distributed-key-one', "distributed'key-two", 'distributed-key-3', 'distributed-key-4'] as const;
const SECRETS = [...FROM_FILES, 'in-the-variable-5'];
writeFileSync(join(folder, 'first keys.txt'), ` ${SECRETS[0]}\r\n\r\n${SECRETS[1]}\r\n${SECRETS[2]}`);
writeFileSync(join(folder, 'more.txt'), `${SECRETS[3]}\n`);
const env = { MORE_KEYS: `${SECRETS[4]}\n` };

/** 30 requests a second for 4 s, after 0.7 s: 141 in all (140 are no multiple of three). */
const ARGS = [
  ...['first keys.txt', 'MORE_KEYS', 'more.txt'].flatMap((source) => [
    '--key',
    `enterprise=${source.includes('.') ? 'file' : 'env'}:${source}`,
  ]),
  ...['--enterprise-per-minute', '1800', '--subscribers', 'enterprise=1', '--active', 'enterprise=1'],
  ...['--use', 'enterprise=1', '--p95', '1s', '--errors', '5%', '--steps', '100,150', '--step-duration', '4'],
  ...['--mix', 'list=0.8,get=0.2'],
];
const DISTRIBUTE = ['--distribute', 'k6-operator', '--parallelism', '3'];

const service = () =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
  });

const written = join(folder, 'out');
const textOf = (name: string) => readFileSync(join(written, name), 'utf8');
let said = '';
let seen: readonly string[];
let secretFile: string;
let judgedAll: Awaited<ReturnType<typeof run>>;

/** Loopback is refused: each pod would send to itself. */
const HOST = 'store.example.com';

beforeAll(async () => {
  startWorld({ hosts: { [HOST]: '127.0.0.1' } });
  const { port, seen: requests } = await service();
  const host = `${HOST}:${port}`;
  const target = ['capacity', '--base-url', `http://${host}/v1`, '--allow-load', '--confirm-host', host];
  const labels = ['team=shop', 'urgent=no', 'on=0o7', 'a.example-b.com/C_d.e=F'].flatMap((label) => ['--label', label]);
  const cluster = [...DISTRIBUTE, '--namespace', 'load', '--pull-secret', '0b11', ...labels];
  const words = [...target, ...ARGS, ...cluster, '--out', written];
  const { code, stdout, unwrapped } = await run(words, { cwd: folder, env });
  expect(code, unwrapped).toBe(0);
  said = stdout;
  // Nothing is sent before the pods run.
  expect(requests).toEqual([]);
  secretFile = await runPods();
  seen = requests;
  judgedAll = await run(['judge', played, ...logsOf(played), '--reporter', 'json']);
});

/** A copy of the plan's folder, with the logs of the pods beside it. */
const played = join(folder, 'played');
const logsOf = (path: string, prefix = 'step-') =>
  readdirSync(path)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(path, name));

const mounts = temporaryFolder();

/** Plays what the operator runs in three pods a step, with the mounts where they are here. Returns the mounted keys. */
async function runPods() {
  cpSync(written, played, { recursive: true });
  for (const name of ['test', 'keys']) mkdirSync(join(mounts, name));
  for (const [name, text] of Object.entries<string>(parse(textOf('configmap.yaml')).data))
    writeFileSync(join(mounts, 'test', name), text);
  const keys = shell(keysFunction(), folder);
  writeFileSync(join(mounts, 'keys', 'keys'), keys);
  const k6 = virtualK6(world());
  for (const step of [1, 2]) {
    const ended = [1, 2, 3].map((index) => {
      const args = argumentsOf(step, index, mounts, `${played}/step-${step}.instance-${index}.ndjson`);
      return k6.start({ path: 'k6', args, cwd: mounts, env: {}, timeoutMs: 600_000, graceMs: 5_000 }).ended;
    });
    expect((await Promise.all(ended)).map(({ code }) => code)).toEqual([0, 0, 0]);
  }
  return keys;
}

/** The function of the script that writes the keys, and a call of it. */
const keysFunction = () => `${/^keys\(\) \{.*$/m.exec(textOf('commands.sh'))?.[0]}\nkeys`;

/** Unix time in 2100. */
const LATER = 4_102_444_800;

/** Arguments of the k6 in a pod, with the mounts where they are here. */
function argumentsOf(step: number, index: number, mounts: string, journal: string, notAfter = LATER): string[] {
  const { spec } = parse(textOf(`testrun-${step}.yaml`));
  const mounted = spec.arguments
    .replace('/test/', `${mounts}/test/`)
    .replace('=/keys/', `=${mounts}/keys/`)
    .replace('NOT_AFTER=0', `NOT_AFTER=${notAfter}`);
  const bounds = ['0', '1/3', '2/3', '1'];
  return [
    ...['run', '--quiet', `--execution-segment=${bounds[index - 1]}:${bounds[index]}`],
    ...[`--execution-segment-sequence=${bounds.join(',')}`, ...mounted.split(' '), `${mounts}/test/capacity.js`],
    `--console-output=${journal}`,
  ];
}

/** Runs a line of the commands, without kubectl. */
function shell(script: string, cwd: string): string {
  return execFileSync('sh', ['-c', script], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  });
}

/** The fields of the CRD (facts of k6-operator v1.6.0) and of what Kubernetes takes; nothing else may be there. */
type Fields = true | { readonly [name: string]: Fields };
const any = (names: string): Readonly<Record<string, true>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, true]));
const POD: Fields = {
  ...any('disabled affinity automountServiceAccountToken image imagePullPolicy imagePullSecrets metadata nodeSelector'),
  ...any('tolerations topologySpreadConstraints serviceAccountName securityContext containerSecurityContext'),
  ...any('envFrom initContainers'),
  env: any('name value'),
  resources: { requests: any('cpu memory'), limits: any('cpu memory') },
  volumes: { name: true, secret: any('secretName defaultMode') },
  volumeMounts: any('name mountPath readOnly'),
};
const TEST_RUN: Fields = {
  ...any('apiVersion kind'),
  metadata: any('name labels'),
  spec: {
    ...any('parallelism arguments args separate quiet paused cleanup ports'),
    script: { configMap: any('name file'), volumeClaim: true, localFile: true },
    ...{ initializer: POD, starter: POD, runner: POD },
  },
};

/** Paths of what a manifest must not have. */
function strangers(value: unknown, fields: Fields, at = ''): string[] {
  if (fields === true || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => strangers(one, fields, at));
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = fields[name];
    return known === undefined ? [`${at}.${name}`] : strangers(inner, known, `${at}.${name}`);
  });
}

describe('the manifests', () => {
  it('are a ConfigMap, a TestRun of each step, and the plan', () => {
    expect(readdirSync(written).sort()).toEqual(
      ['commands.sh', 'configmap.yaml', 'exchanges.ndjson', 'testrun-1.yaml', 'testrun-2.yaml'].sort(),
    );
  });

  it.each([1, 2])('TestRun %i has only fields of the custom resource, and those that it needs', (step) => {
    const manifest = parse(textOf(`testrun-${step}.yaml`));
    expect(strangers(manifest, TEST_RUN)).toEqual([]);
    expect(manifest).toMatchObject({ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun', spec: { parallelism: 3 } });
    const { name } = manifest.metadata;
    // Its services are called NAME-service-NUMBER, and their names are DNS labels that begin with a letter.
    expect(`${name}-service-500`).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])$/);
    const { runner } = manifest.spec;
    expect(runner.resources.requests).toEqual({
      cpu: expect.stringMatching(/^\d+m$/),
      memory: expect.stringMatching(/^\d+Mi$/),
    });
    const secret = { secretName: expect.stringMatching(/-keys$/), defaultMode: 0o440 };
    expect(runner.volumes).toEqual([{ name: 'keys', secret }]);
    const map = parse(textOf('configmap.yaml'));
    expect(manifest.spec.script.configMap).toEqual({ name: map.metadata.name, file: 'capacity.js' });
    expect(Object.keys(map.data)).toContain(/CONFIG=\/test\/(\S+)/.exec(manifest.spec.arguments)?.[1]);
  });

  it.each(['runner', 'starter'])('the %s satisfies the Pod Security level restricted', (name) => {
    const pod = parse(textOf('testrun-1.yaml')).spec[name];
    expect(pod).toMatchObject({
      automountServiceAccountToken: 'false',
      image: expect.stringMatching(/^[^:]+:\S*\d+\.\d+\.\d+$/),
      imagePullSecrets: [{ name: '0b11' }],
      metadata: {
        labels: { 'app.kubernetes.io/name': 'storecheck', team: 'shop', urgent: 'no', 'a.example-b.com/C_d.e': 'F' },
      },
      securityContext: {
        runAsNonRoot: true,
        runAsUser: expect.any(Number),
        runAsGroup: expect.any(Number),
        fsGroup: expect.any(Number),
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containerSecurityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
  });

  it('quote what YAML 1.1, which Kubernetes reads, takes for a boolean or a number', () => {
    for (const name of ['configmap.yaml', 'testrun-1.yaml'])
      for (const line of ['urgent: "no"', '"on": "0o7"']) expect(textOf(name)).toContain(line);
    expect(textOf('testrun-1.yaml')).toContain('- name: "0b11"');
  });

  it('the ConfigMap has the bundled script, and is below a mebibyte', () => {
    const map = parse(textOf('configmap.yaml'));
    expect(strangers(map, { ...any('apiVersion kind data'), metadata: any('name labels') })).toEqual([]);
    for (const name of Object.keys(map.data)) expect(name).toMatch(/^[-._a-zA-Z0-9]+$/);
    expect(Buffer.byteLength(textOf('configmap.yaml'))).toBeLessThan(1_048_576);
    expect(map.data['capacity.js']).toContain('k6/secrets');
    expect(JSON.parse(map.data['step-2.json'])).toMatchObject({ instances: 3, step: { level: 1.5, perMinute: 2_700 } });
  });

  it('give the pods a private CA and a client certificate', async () => {
    const cwd = temporaryFolder();
    const { cert } = certificate(cwd, 'client');
    writeFileSync(join(cwd, 'keys.txt'), SECRETS.slice(0, 4).join('\n'));
    const route = 'ca: client.crt, clientCertificate: { cert: client.crt, key: client.key }';
    const target = `{ baseUrl: https://${HOST}/v1, class: staging, ${route} }`;
    writeFileSync(join(cwd, 'storecheck.yaml'), `targets:\n  it: ${target}\n`);
    const words = ['capacity', '--target', 'it', '--allow-load', '--key', 'enterprise=file:keys.txt', ...ARGS.slice(6)];
    const { code, stdout, said: all } = await run([...words, ...DISTRIBUTE, '--out', 'out'], { cwd });
    expect(code, all).toBe(0);
    const [map, { spec }] = ['configmap', 'testrun-1'].map((name) =>
      parse(readFileSync(join(cwd, 'out', `${name}.yaml`), 'utf8')),
    );
    expect(map.data['ca.pem']).toBe(cert);
    expect(spec.runner.env).toContainEqual({ name: 'SSL_CERT_FILE', value: '/test/ca.pem' });
    expect(spec.arguments).toContain('-e CLIENT_CERT=/keys/client.crt -e CLIENT_KEY=/keys/client.key');
    expect(stdout).toContain(' --from-file=client.crt=client.crt --from-file=client.key=client.key --dry-run');
    expect(stdout).toContain('[ -r client.key ] ||');
  });

  it('run the k6 that is pinned', () => {
    const pinned = /go\.k6\.io\/k6\/v2 v(\S+)/.exec(
      readFileSync(join(import.meta.dirname, '../../../load/k6/go.mod'), 'utf8'),
    );
    expect(IMAGE).toBe(`grafana/k6:${pinned?.[1]}`);
  });

  it('contain no key, and neither does the output', () => {
    for (const secret of SECRETS)
      for (const text of [said, ...readdirSync(written).map(textOf)]) expect(text).not.toContain(secret);
  });
});

describe('the commands', () => {
  it('are a valid shell script, which is also printed', () => {
    expect(said.startsWith(textOf('commands.sh'))).toBe(true);
    expect(shell('sh -n out/commands.sh && echo valid', folder)).toBe('valid\n');
  });

  it('make the Secret from the keys as the pool numbers them', () => {
    // In the order of the options.
    const order = [0, 1, 2, 4, 3].map((index) => SECRETS[index]);
    expect(secretFile).toBe(order.map((key, index) => `enterprise#${index + 1}=${key}\n`).join(''));
    expect(textOf('commands.sh')).toMatch(
      /^keys \| cluster create secret generic "\$secret" --from-file=keys=\/dev\/stdin /m,
    );
  });
});

describe('a pod', () => {
  const runPod = async (status: number, notAfter?: number) => {
    const { baseUrl, seen: requests } = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('[]');
    });
    const path = temporaryFolder();
    cpSync(mounts, path, { recursive: true });
    const file = join(path, 'test', 'step-1.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), baseUrl }));
    const args = argumentsOf(1, 1, path, join(path, 'journal'), notAfter);
    const started = virtualK6(world()).start({
      ...{ path: 'k6', cwd: path, env: {}, timeoutMs: 600_000, graceMs: 5_000 },
      args,
    });
    const { code } = await started.ended;
    return { code, requests };
  };

  it.each([429, 401])('ends its step at the first answer of %i', async (status) => {
    const { code, requests } = await runPod(status);
    expect(code).toBe(108);
    // The list of ids, the first request, and what is on its way by then; 47 in all otherwise.
    expect(requests.length).toBeLessThan(8);
  });

  it.each([
    ['starts after everybody stopped waiting', 1],
    ['was not created by commands.sh', 0],
  ])('sends nothing if it %s', async (_name, notAfter) => {
    const late = await runPod(200, notAfter);
    expect([late.code, late.requests]).toEqual([108, []]);
  });

  it('sends its share if it starts in time', async () => {
    const inTime = await runPod(200);
    expect(inTime.code).toBe(0);
    expect(inTime.requests.length).toBeGreaterThan(40);
  });
});

describe('the journals of the pods', () => {
  it('give one result, with every request counted', () => {
    const result = JSON.parse(judgedAll.stdout) as Result;
    const [first, second] = result.capacity?.steps ?? [];
    expect(first).toMatchObject({
      planned: 121,
      sent: 121,
      together: { instances: [1, 2, 3], of: 3, clock: 'service' },
    });
    expect(second).toMatchObject({ sent: second?.planned, limited: 0, denied: 0 });
    expect(result.requests).toMatchObject({ planned: result.requests.sent, sent: seen.length });
    expect(result.run.end).toBe('complete');
    expect(result.capacity?.verdict, JSON.stringify(result.capacity?.because)).toBe('fits');
  });

  it('are read from the folder without being named', async () => {
    expect((await run(['judge', played, '--reporter', 'json'])).stdout).toBe(judgedAll.stdout);
  });

  it('are missing from no result that --write replaces', async () => {
    const path = join(temporaryFolder(), 'copy');
    cpSync(played, path, { recursive: true });
    expect((await run(['judge', path, '--write'])).code).toBe(0);
    const result = readFileSync(join(path, 'results.json'), 'utf8');
    for (const log of logsOf(path)) rmSync(log);
    const { code, unwrapped } = await run(['judge', path, '--write']);
    expect(code, unwrapped).toBe(2);
    expect(unwrapped).toMatch(
      /--write: .*results\.json has \d+ requests, but these journals have none: add the missing/,
    );
    expect(readFileSync(join(path, 'results.json'), 'utf8')).toBe(result);
  });

  const judge = async (change: (path: string) => void) => {
    const path = join(temporaryFolder(), 'copy');
    cpSync(played, path, { recursive: true });
    change(path);
    for (const log of logsOf(path, 'step-2')) rmSync(log);
    return run(['judge', path]);
  };
  const edit = (text: (log: string) => string) => (path: string) => {
    const log = join(path, 'step-1.instance-2.ndjson');
    writeFileSync(log, text(readFileSync(log, 'utf8')));
  };
  const keeping = (keep: (line: string, index: number) => boolean) =>
    edit((log) => log.split('\n').filter(keep).join('\n'));
  const isClosing = (line: string) => line.includes('"experiment"');

  it.each([
    ['lines of a log that were lost', keeping((_line, index) => index !== 20), 3, 'instance 2: 1 of its'],
    ['a pod that was killed', keeping((line) => !isClosing(line)), 3, 'instance 2: its journal has no closing record'],
    ['a log whose beginning was dropped', keeping((_line, index) => index > 9), 2, 'begins within a step'],
    ['a log that was collected twice', edit((log) => log + log), 2, 'contains the step of 100 % twice'],
    [
      'a log with something else in it',
      edit((log) => `level=warning\n${log}`),
      2,
      'is not a journal of a capacity run',
    ],
  ] as const)('do not pass with %s', async (_name, change, code, expected) => {
    const judged = await judge(change);
    expect(judged.code, judged.unwrapped).toBe(code);
    expect(judged.unwrapped).toContain(expected);
  });

  const name = () => parse(textOf('testrun-1.yaml')).metadata.name;
  const failing = (row: string) => (path: string) => {
    const header = 'POD NODE PHASE REASON WAITING ENDED EXIT';
    writeFileSync(
      join(path, `${name()}.pods.txt`),
      `${header}\n${name()}-2-x7k2p  node-b  ${row}\nOBJECT REASON MESSAGE\n${name()}-3-abcde Killing 9\n`,
    );
  };
  const lost = (path: string) => rmSync(join(path, 'step-1.instance-2.ndjson'));
  it.each([
    [
      'left no journal',
      [lost, failing('Failed <none> <none> Error 137')],
      'the pod of instance 2 failed (exit 137, see ',
    ],
    [
      'was cut off',
      [keeping((line) => !isClosing(line)), failing('Failed <none> <none> OOMKilled 137')],
      'the pod of instance 2 failed (exit 137, see ',
    ],
    ['was evicted', [lost, failing('Failed Evicted <none> <none> <none>')], 'pod of instance 2 failed (Evicted, see '],
    ['left no trace', [lost], 'the journal of 1 of 3 pods is missing: a pod failed, or its log was lost'],
  ])('name a pod that %s, and advise a new run', async (_name, changes, expected) => {
    const { code, unwrapped } = await judge((path) => {
      for (const change of changes) change(path);
    });
    expect(code, unwrapped).toBe(3);
    expect(unwrapped).toContain(expected);
    if (changes.length > 1) expect(unwrapped).toContain(`see ${name()}.pods.txt)`);
    expect(unwrapped).toContain('next: write a new plan and run it');
    expect(unwrapped).not.toMatch(/merge|instance 3 failed/);
  });

  it('are rejected without the plan', async () => {
    const { code, unwrapped } = await run(['judge', join(played, 'step-1.instance-1.ndjson')]);
    expect(code).toBe(2);
    expect(unwrapped).toContain('folder (written by --distribute)');
  });
});

describe('before anything is done', () => {
  const nowhere = ['capacity', '--base-url', 'http://127.0.0.1:9/v1', ...ARGS];
  it.each([
    ['a share that is none', ['--segments', '4/3'], '--segments: "4/3" is not i/n'],
    ['a share 0', ['--segments', '0/3'], '--segments: "0/3" is not i/n'],
    ['a word', ['--segments', 'a'], 'e.g. 2/3 on the second of three machines'],
    ['no moment', ['--segments', '1/3'], '--start-at is missing'],
    [
      'a moment without its zone',
      ['--segments', '1/3', '--start-at', '2026-11-21T12:00'],
      'must be a time with a time zone',
    ],
    ['a moment that is over', ['--segments', '1/3', '--start-at', '2020-01-01T00:00Z'], 'must be between 10 s'],
    ['a moment for one machine', ['--start-at', '2020-01-01T00:00Z'], '--start-at needs --segments'],
    ['machines and a cluster', ['--segments', '1/3', ...DISTRIBUTE], 'use one of them'],
    ['an unknown distributor', ['--distribute', 'k6-operater', '--parallelism', '3'], '(did you mean k6-operator?)'],
    ['no number of pods', ['--distribute', 'k6-operator'], '--parallelism must be the number of instances'],
    ['one pod', ['--distribute', 'k6-operator', '--parallelism', '1'], 'from 2 to 500'],
    ['a namespace without a cluster', ['--namespace', 'load', '--label', 'a=b'], '--namespace belongs to --distribute'],
    ['an invalid namespace', [...DISTRIBUTE, '--namespace', 'a b'], '"a b" is not the name of a namespace'],
    ['an invalid label', [...DISTRIBUTE, '--label', 'team'], 'must be a label'],
    ['a label whose name ends wrongly', [...DISTRIBUTE, '--label', 'A_=x'], '"A_=x" must be a label'],
    ['a label whose prefix ends wrongly', [...DISTRIBUTE, '--label', 'a-/b=x'], '"a-/b=x" must be a label'],
    ['a label with an empty part', [...DISTRIBUTE, '--label', 'a..b/c=x'], '"a..b/c=x" must be a label'],
    ['a label of storecheck', [...DISTRIBUTE, '--label', 'app.kubernetes.io/name=foo'], 'use another name'],
    [
      'a label of the operator',
      [...DISTRIBUTE, '--label', 'k6_cr=foo'],
      'k6_cr is a label of storecheck, the operator',
    ],
    ['a label of Kubernetes', [...DISTRIBUTE, '--label', 'batch.kubernetes.io/job-name=foo'], 'use another name'],
    ['an invalid image', [...DISTRIBUTE, '--k6-image', 'a b'], '--k6-image: "a b" is not the name of an image'],
    ['an invalid pull secret', [...DISTRIBUTE, '--pull-secret', 'A'], '"A" is not the name of a Secret'],
    ['a loopback address', DISTRIBUTE, 'is a loopback address, and each pod would send to itself'],
    ['pods without a cluster', ['--parallelism', '3'], '--parallelism needs --distribute'],
    [
      'more instances than keys',
      ['--distribute', 'k6-operator', '--parallelism', '6'],
      'Add 1 more enterprise key, or use fewer',
    ],
    [
      'more instances than requests',
      ['--distribute', 'k6-operator', '--parallelism', '31'],
      '31 instances are too many for 30.0 requests/s',
    ],
    [
      'too few keys for one of them',
      [...DISTRIBUTE, '--enterprise-per-minute', '700', '--subscribers', 'enterprise=3', '--use', 'enterprise=0.857'],
      'not enough keys for instance',
    ],
    [
      'too few keys for all of them',
      [...DISTRIBUTE, '--enterprise-per-minute', '700', '--subscribers', 'enterprise=6', '--use', 'enterprise=0.857'],
      'Add 4 more enterprise keys (each of the 3 instances needs its own), or lower --steps',
    ],
    ['a way that pods cannot go', [...DISTRIBUTE, '--proxy', 'http://proxy.invalid:3128'], '--proxy'],
    [
      'journals that no node keeps',
      [...DISTRIBUTE, '--step-duration', '40000'],
      'does not fit into the logs of 3 pods',
    ],
  ])('%s is rejected', async (_name, args, expected) => {
    const { code, unwrapped } = await run([...nowhere, ...args], { cwd: folder, env });
    expect(code, unwrapped).toBe(2);
    expect(unwrapped).toContain(expected);
    for (const secret of SECRETS) expect(unwrapped).not.toContain(secret);
  });

  it('every problem is reported at once', async () => {
    const words = ['--segments', '4/3', '--distribute', 'x', '--parallelism', '0'];
    const { unwrapped } = await run([...nowhere, ...words], { cwd: folder, env });
    for (const one of ['use one of them', '"x" is not one of k6-operator', '--parallelism must be the number'])
      expect(unwrapped).toContain(one);
  });
});
