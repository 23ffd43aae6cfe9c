import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Result } from '../../../src/result/result.ts';
import { ASSETS } from '../../built.ts';
import { capacitySection } from '../../capacity-section.ts';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { certificate } from '../../process/servers.ts';
import { run } from '../command.ts';
import { virtualK6 } from '../k6.ts';
import { serve } from '../servers.ts';
import { startWorld, world } from '../world.ts';

/** In the order of the options. */
const SECRETS = ['distributed-key-one', "distributed'key-two", 'distributed-key-3', 'in-the-variable-4', 'a-fifth-key'];
const FILES = {
  'first keys.txt': ` ${SECRETS[0]}\r\n\r\n${SECRETS[1]}\r\n${SECRETS[2]}`,
  'more.txt': `${SECRETS[4]}\n`,
};
const env = { MORE_KEYS: `${SECRETS[3]}\n` };
const KEYS = ['file:first keys.txt', 'env:MORE_KEYS', 'file:more.txt'].flatMap((one) => ['--key', `enterprise=${one}`]);
/** 30 requests/s for 4 s, after 0.7 s: 141 in all (140 are no multiple of three). */
const LOAD = [
  ...'--enterprise 1800 --steps 100,150 --step-duration 4'.split(' '),
  ...'--distribute k6-operator --parallelism 3 --out out'.split(' '),
];
/** Loopback is refused: each pod would send to itself. */
const HOST = 'store.example.com';

/** Writes the plan for a cluster into the folder `out` of a new folder. */
async function plan(target: string, ...words: readonly string[]) {
  const cwd = temporaryFolder();
  const { cert } = certificate(cwd, 'client');
  const more = {
    'storecheck.yaml': `targets:\n  it: { class: staging, ${target} }\n${capacitySection({ enterprise: 1 }, { mix: { list: 0.8, get: 0.2 } })}`,
  };
  for (const [name, text] of Object.entries({ ...FILES, ...more })) writeFileSync(join(cwd, name), text);
  const { code, stdout, said } = await run(['capacity', '--target', 'it', ...KEYS, ...LOAD, ...words], { cwd, env });
  expect(code, said).toBe(0);
  const out = join(cwd, 'out');
  const textOf = (name: string) => readFileSync(join(out, name), 'utf8');
  for (const text of [said, ...readdirSync(out).map(textOf)])
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  return { cwd, cert, out, stdout, textOf };
}

it('writes these manifests, and the parameters of the script', async () => {
  const route = 'ca: client.crt, clientCertificate: { cert: client.crt, key: client.key }';
  const { out, stdout, textOf, cert } = await plan(`baseUrl: https://${HOST}/v1, ${route}`, '--namespace', 'load');
  expect(stdout).toContain('then run: sh out/commands.sh');
  expect(textOf('commands.sh')).toBe(readFileSync(join(ASSETS, 'k6-operator/commands.sh'), 'utf8'));
  const texts = Object.fromEntries(readdirSync(out).map((name) => [name, textOf(name)]));
  const { data } = parse(texts['configmap.yaml'] ?? '');
  expect(Buffer.byteLength(texts['configmap.yaml'] ?? '')).toBeLessThan(1_048_576);
  const script = stringify({ data: { 'capacity.js': data['capacity.js'] } }, { lineWidth: 0 });
  expect(data['capacity.js']).toContain('k6/secrets');
  expect(data['ca.pem']).toBe(cert);
  const shown = ['configmap.yaml', 'testrun-1.yaml', 'kustomization.yml', 'plan.env'].map(
    (name) => `# ${name}\n${texts[name]}`,
  );
  const masked = [Object.keys(texts).join(' '), ...shown]
    .join('\n')
    .replace(script.replace('data:\n', ''), '  capacity.js: the script\n')
    .replace(/-----BEGIN[\s\S]*?END CERTIFICATE-----/, 'the certificate')
    .replaceAll(/\d{8}t\d{6}z-[0-9a-f]{6}/gi, 'RUN');
  await expect(masked).toMatchFileSnapshot(goldenIn(import.meta.dirname)('distributed.txt'));
});

let written: Awaited<ReturnType<typeof plan>>;
let seen: readonly string[];
let judged: Awaited<ReturnType<typeof run>>;
/** What a pod has mounted. */
const mounts = temporaryFolder();
const played = () => join(written.cwd, 'played');
const logsOf = (path: string, prefix = 'step-') =>
  readdirSync(path).flatMap((name) => (name.startsWith(prefix) ? join(path, name) : []));

const service = (status: number) =>
  serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
  });

/** The k6 of one pod to its end, with the mounts where they are here. `notAfter`: Unix time, by default in 2100. */
async function pod(step: number, index: number, mounted: string, journal: string, notAfter = 4_102_444_800) {
  const { spec } = parse(written.textOf(`testrun-${step}.yaml`));
  const words = spec.arguments
    .replace('/test/', `${mounted}/test/`)
    .replace('=/keys/', `=${mounted}/keys/`)
    .replace('NOT_AFTER=0', `NOT_AFTER=${notAfter}`);
  const bounds = ['0', '1/3', '2/3', '1'];
  const args = [
    ...['run', '--quiet', `--execution-segment=${bounds[index - 1]}:${bounds[index]}`],
    ...[`--execution-segment-sequence=${bounds.join(',')}`, ...words.split(' '), `${mounted}/test/capacity.js`],
    `--console-output=${journal}`,
  ];
  const means = { path: 'k6', cwd: mounted, env: {}, timeoutMs: 600_000, graceMs: 5_000 };
  return (await virtualK6(world()).start({ ...means, args }).ended).code;
}

beforeAll(async () => {
  startWorld({ hosts: { [HOST]: '127.0.0.1' } });
  const { port, seen: requests } = await service(200);
  written = await plan(`baseUrl: http://${HOST}:${port}/v1`);
  expect(requests).toEqual([]);
  for (const name of ['test', 'keys']) mkdirSync(join(mounts, name));
  for (const [name, text] of Object.entries<string>(parse(written.textOf('configmap.yaml')).data))
    writeFileSync(join(mounts, 'test', name), text);
  const keys = `${/^keys\(\) \{.*$/m.exec(written.textOf('plan.env'))?.[0]}\nkeys`;
  writeFileSync(join(mounts, 'keys', 'keys'), execFileSync('sh', ['-c', keys], { cwd: written.cwd, env }));
  cpSync(written.out, played(), { recursive: true });
  for (const step of [1, 2]) {
    const journal = (index: number) => `${played()}/step-${step}.instance-${index}.ndjson`;
    const codes = [1, 2, 3].map((index) => pod(step, index, mounts, journal(index)));
    expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  }
  seen = requests;
  judged = await run(['report', '--judge', played(), ...logsOf(played()), '--reporter', 'json']);
});

it('makes the Secret from the keys as the pool numbers them', () => {
  const lines = SECRETS.map((key, index) => `enterprise#${index + 1}=${key}\n`);
  expect(readFileSync(join(mounts, 'keys', 'keys'), 'utf8')).toBe(lines.join(''));
});

describe('a pod', () => {
  it.each([
    // The list of ids, the first request, and what is on its way by then; 48 in all otherwise.
    ['ends its step at the first 429', 429, undefined, 108, [1, 7]],
    ['sends nothing if it starts after everybody stopped waiting', 200, 1, 108, [0, 0]],
    ['sends its share if it starts in time', 200, undefined, 0, [41, 48]],
  ] as const)('%s', async (_name, status, notAfter, code, [least, most]) => {
    const { baseUrl, seen: requests } = await service(status);
    const path = temporaryFolder();
    cpSync(mounts, path, { recursive: true });
    const file = join(path, 'test', 'step-1.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), baseUrl }));
    expect(await pod(1, 1, path, join(path, 'journal'), notAfter)).toBe(code);
    expect(requests.length).toBeGreaterThanOrEqual(least);
    expect(requests.length).toBeLessThanOrEqual(most);
  });
});

describe('the journals of the pods', () => {
  it('give one result with every request counted, also if only their folder is named', async () => {
    const result = JSON.parse(judged.stdout) as Result;
    const [first, second] = result.capacity?.steps ?? [];
    const together = { instances: [1, 2, 3], of: 3 };
    expect(first).toMatchObject({ planned: 121, sent: 121, together });
    expect(second).toMatchObject({ sent: second?.planned, limited: 0, denied: 0 });
    expect(result.requests).toMatchObject({ planned: result.requests.sent, sent: seen.length });
    expect(result.run.end).toBe('complete');
    expect(result.capacity?.verdict, JSON.stringify(result.capacity?.because)).toBe('fits');
    expect((await run(['report', '--judge', played(), '--reporter', 'json'])).stdout).toBe(judged.stdout);
  });

  const copy = () => {
    const path = join(temporaryFolder(), 'copy');
    cpSync(played(), path, { recursive: true });
    return path;
  };

  const edit = (text: (log: string) => string) => (path: string) => {
    const log = join(path, 'step-1.instance-2.ndjson');
    writeFileSync(log, text(readFileSync(log, 'utf8')));
  };
  const keeping = (keep: (line: string, index: number) => boolean) =>
    edit((log) => log.split('\n').filter(keep).join('\n'));
  const cut = keeping((line) => !line.includes('"experiment"'));
  const lost = (path: string) => rmSync(join(path, 'step-1.instance-2.ndjson'));
  const failing = (row: string) => (path: string) => {
    const name = parse(written.textOf('testrun-1.yaml')).metadata.name;
    const pods = `POD NODE PHASE REASON WAITING ENDED EXIT\n${name}-2-x7k2p  node-b  ${row}\n`;
    writeFileSync(join(path, `${name}.pods.txt`), `${pods}OBJECT REASON MESSAGE\n${name}-3-abcde Killing 9\n`);
  };
  const KILLED = 'the pod of instance 2 failed (exit 137, see storecheck-';

  it.each([
    ['lines of a log were lost', [keeping((_, index) => index !== 20)], 3, 'instance 2: 1 of its'],
    ['no timers were measured', [keeping((line) => !line.includes('"lag"'))], 3, 'did not measure its timers'],
    [
      'pods began apart',
      [edit((log) => log.replace(/"startedAt":(\d+)/g, (_, at) => `"startedAt":${Number(at) + 3_000}`))],
      3,
      's apart by the clocks of their nodes',
    ],
    [
      'a log is of another run',
      [edit((log) => log.replaceAll(/z-[0-9a-f]{6}"/gi, 'Z-ffffff"'))],
      2,
      'only instances with the same arguments can be merged',
    ],
    ['a log was cut off', [cut], 3, 'instance 2: its journal has no closing record'],
    ['a log was collected twice', [edit((log) => log + log)], 2, 'contains the step of 100 % twice'],
    ['a pod left no journal', [lost, failing('Failed <none> <none> Error 137')], 3, KILLED],
    ['a pod was evicted', [lost, failing('Failed Evicted <none> <none> <none>')], 3, 'instance 2 failed (Evicted, see'],
    ['a pod left no trace', [lost], 3, 'the journal of 1 of 3 pods is missing: a pod failed, or its log was lost'],
  ] as const)('do not pass if %s', async (_name, changes, expected, reason) => {
    const path = copy();
    for (const change of changes) change(path);
    for (const log of logsOf(path, 'step-2')) rmSync(log);
    const { code, unwrapped } = await run(['report', '--judge', path]);
    expect(code, unwrapped).toBe(expected);
    expect(unwrapped).toContain(reason);
    expect(unwrapped.includes('next: write a new plan and run it')).toBe(reason.includes('failed'));
    expect(unwrapped).not.toMatch(/next: merge|instance 3 failed/);
  });
});
