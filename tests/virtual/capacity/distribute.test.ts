import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Result } from '../../../src/result/result.ts';
import { certificate } from '../../process/real-servers.ts';
import { ASSETS } from '../../support/built.ts';
import { capacitySection } from '../../support/capacity-section.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden } from '../../support/golden.ts';
import { virtualK6 } from '../k6/virtual-k6.ts';
import { HOST } from '../network.ts';
import { run } from '../virtual-command.ts';
import { serve } from '../virtual-servers.ts';
import { world } from '../world.ts';

/** In the order of the options. */
const SECRETS = ['distributed-key-one', "distributed'key-two", 'distributed-key-3', 'in-the-variable-4', 'a-fifth-key'];
const env = { MORE_KEYS: `${SECRETS[3]}\n` };
const KEYS = ['file:first keys.txt', 'env:MORE_KEYS', 'file:more.txt'].flatMap((one) => ['--key', `enterprise=${one}`]);
/** 30 requests/s for 4 s, after 0.7 s: 141 in all (140 are no multiple of three). */
const LOAD = '--enterprise 1800 --steps 100,150 --step-duration 4 --distribute k6-operator --parallelism 3 --out out';

/** Writes the plan for a cluster into the folder `out` of a new folder. */
async function plan(target: string) {
  const cwd = temporaryFolder({
    'first keys.txt': ` ${SECRETS[0]}\r\n\r\n${SECRETS[1]}\r\n${SECRETS[2]}`,
    'more.txt': `${SECRETS[4]}\n`,
    'storecheck.yaml': `targets:\n  it: { class: staging, categories: [7], ${target} }\n${capacitySection({ enterprise: [1, 1] }, { mix: { list: 0.8, get: 0.2 } })}`,
  });
  const { cert } = certificate(cwd, 'client');
  const words = ['capacity', '--target', 'it', ...KEYS, ...LOAD.split(' '), '--namespace', 'load'];
  const { code, stdout, said } = await run(words, { cwd, env });
  expect(code, said).toBe(0);
  expect(stdout).toContain('then run: sh out/commands.sh');
  const out = join(cwd, 'out');
  const texts = Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  for (const text of [said, ...Object.values(texts)]) for (const key of SECRETS) expect(text).not.toContain(key);
  const textOf = (name: string) => texts[name] ?? '';
  return { cwd, cert, out, names: Object.keys(texts), textOf, config: parse(textOf('configmap.yaml')).data };
}

it('writes these manifests, and the parameters of the script', async () => {
  const route = 'ca: client.crt, clientCertificate: { cert: client.crt, key: client.key }';
  const { names, textOf, config, cert } = await plan(`baseUrl: https://${HOST}/v1, ${route}`);
  expect(textOf('commands.sh')).toBe(readFileSync(join(ASSETS, 'k6-operator/commands.sh'), 'utf8'));
  expect(Buffer.byteLength(textOf('configmap.yaml'))).toBeLessThan(1_048_576);
  const { 'capacity.js': code, 'ca.pem': ca } = config;
  expect([code.includes('k6/secrets'), ca]).toEqual([true, cert]);
  const script = stringify({ data: { 'capacity.js': code } }, { lineWidth: 0 });
  const shown = ['configmap.yaml', 'testrun-1.yaml', 'kustomization.yml', 'plan.env'];
  const masked = [names.join(' '), ...shown.map((name) => `# ${name}\n${textOf(name)}`)]
    .join('\n')
    .replace(script.replace('data:\n', ''), '  capacity.js: the script\n')
    .replace(/-----BEGIN[\s\S]*?END CERTIFICATE-----/, 'the certificate')
    .replaceAll(/\d{8}t\d{6}z-[0-9a-f]{6}/gi, 'RUN');
  await expect(masked).toMatchFileSnapshot(golden('distributed.txt'));
});

let written: Awaited<ReturnType<typeof plan>>;
/** What a pod has mounted. */
const mounts = temporaryFolder();
let played: string;
let seen: readonly string[];

/** The k6 of one pod to its end, with the mounts where they are here. `notAfter`: Unix time, by default in 2100. */
async function pod(step: number, index: number, journal: string, notAfter = 4_102_444_800) {
  const words: string = parse(written.textOf(`testrun-${step}.yaml`)).spec.arguments;
  const here = words
    .replace('/test/', `${mounts}/test/`)
    .replace('=/keys/', `=${mounts}/keys/`)
    .replace('NOT_AFTER=0', `NOT_AFTER=${notAfter}`);
  const bounds = ['0', '1/3', '2/3', '1'];
  const segment = `--execution-segment=${bounds[index - 1]}:${bounds[index]}`;
  const args = ['run', '--quiet', segment, `--execution-segment-sequence=${bounds}`, ...here.split(' ')];
  const script = [`${mounts}/test/capacity.js`, `--console-output=${journal}`];
  const options = { path: 'k6', cwd: mounts, env: {}, timeoutMs: 600_000, graceMs: 5_000 };
  return (await virtualK6(world()).start({ ...options, args: [...args, ...script] }).ended).code;
}

beforeAll(async () => {
  const listening = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
  });
  seen = listening.seen;
  written = await plan(`baseUrl: http://${HOST}:${listening.port}/v1`);
  expect(seen).toEqual([]);
  for (const name of ['test', 'keys']) mkdirSync(join(mounts, name));
  for (const [name, text] of Object.entries<string>(written.config)) writeFileSync(join(mounts, 'test', name), text);
  // The Secret has the keys as the pool numbers them.
  const keys = `${written.textOf('plan.env')}${/^keys\(\) \{[\s\S]*?^\}$/m.exec(written.textOf('commands.sh'))?.[0]}\nkeys`;
  const secret = execFileSync('sh', ['-c', keys], { cwd: written.cwd, env, encoding: 'utf8' });
  expect(secret).toBe(SECRETS.map((key, index) => `enterprise#${index + 1}=${key}\n`).join(''));
  writeFileSync(join(mounts, 'keys', 'keys'), secret);
  played = join(written.cwd, 'played');
  cpSync(written.out, played, { recursive: true });
  for (const step of [1, 2]) {
    const codes = [1, 2, 3].map((index) => pod(step, index, `${played}/step-${step}.instance-${index}.ndjson`));
    expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  }
});

it('a pod sends nothing if it starts after everybody stopped waiting', async () => {
  const journal = join(temporaryFolder(), 'journal');
  expect([await pod(1, 1, journal, 1), existsSync(journal)]).toEqual([108, false]);
});

it('the journals of the pods give one result with every request counted, also if only their folder is named', async () => {
  const logs = readdirSync(played).flatMap((name) => (name.startsWith('step-') ? join(played, name) : []));
  const judged = await run(['report', '--judge', played, ...logs, '--reporter', 'json']);
  const { capacity, requests, run: ran } = JSON.parse(judged.stdout) as Result;
  const [first, second] = capacity?.steps ?? [];
  const together = { instances: [1, 2, 3], of: 3, apartMs: expect.any(Number) };
  expect(first).toMatchObject({ planned: 121, sent: 121, together });
  expect(second).toMatchObject({ sent: second?.planned, limited: 0, denied: 0 });
  expect(requests).toMatchObject({ planned: requests.sent, sent: seen.length });
  expect([ran.end, capacity?.verdict], JSON.stringify(capacity?.because)).toEqual(['complete', 'fits']);
  expect((await run(['report', '--judge', played, '--reporter', 'json'])).stdout).toBe(judged.stdout);
});

type Damage = (log: string) => string | null;
const lost: Damage = () => null;
const later: Damage = (log) => log.replace(/"startedAt":(\d+)/g, (_, at) => `"startedAt":${Number(at) + 3_000}`);
const otherRun: Damage = (log) => log.replaceAll(/z-[0-9a-f]{6}"/gi, 'Z-ffffff"');
const pods = (row: string) => `POD NODE PHASE REASON WAITING ENDED EXIT\nNAME-2-x7k2p  node-b  ${row}\n`;

it.each<[string, Damage, number, string, string?]>([
  ['lines of a log were lost', (log) => log.replace(/(?<=(?:.*\n){20}).*\n/, ''), 3, 'instance 2: 1 of its'],
  ['pods began apart', later, 3, 's apart; at most the warm-up'],
  ['a log is of another run', otherRun, 2, 'only instances with the'],
  ['a log was collected twice', (log) => log + log, 2, 'ndjson does, too: remove one'],
  ['a pod left no journal', lost, 3, '(Error, exit 137, see', pods('Failed <none> <none> Error 137')],
  ['a pod was evicted', lost, 3, 'instance 2 failed (Evicted, see', pods('Failed Evicted <none> <none> <none>')],
  ['a pod left no trace', lost, 3, 'the journal of 1 of 3 pods is missing: a pod failed, or its log was lost'],
])('the journals of the pods do not pass if %s', async (_name, damage, expected, reason, listed) => {
  const path = join(temporaryFolder(), 'copy');
  cpSync(played, path, { recursive: true });
  const log = join(path, 'step-1.instance-2.ndjson');
  const text = damage(readFileSync(log, 'utf8'));
  if (text === null) rmSync(log);
  else writeFileSync(log, text);
  const { name } = parse(written.textOf('testrun-1.yaml')).metadata;
  const others = `OBJECT REASON MESSAGE\n${name}-3-abcde Killing 9\n`;
  if (listed !== undefined) writeFileSync(join(path, `${name}.pods.txt`), listed.replace('NAME', name) + others);
  for (const other of readdirSync(path).filter((one) => one.startsWith('step-2'))) rmSync(join(path, other));
  const { code, unwrapped } = await run(['report', '--judge', path]);
  expect(code, unwrapped).toBe(expected);
  expect(unwrapped).toContain(reason);
  expect(unwrapped.includes('next: write a new plan and run it')).toBe(expected === 3);
  expect(unwrapped).not.toMatch(/next: merge|instance 3 failed/);
});
