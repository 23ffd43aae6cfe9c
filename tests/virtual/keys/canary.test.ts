import { mkdirSync, readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { COMMANDS } from '../../../src/cli/run-cli.ts';
import { REPORTERS } from '../../../src/config/reporters.ts';
import { capacitySection } from '../../support/capacity-section.ts';
import { temporaryFolder } from '../../support/files.ts';
import { SPELLINGS, type Spelling, tracesOf } from '../../support/key-spellings.ts';
import { contentOf } from '../../support/processes.ts';
import { resultIn } from '../../support/runs.ts';
import type { Passing } from '../../support/servers.ts';
import { HOST } from '../network.ts';
import { start } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';
import { sleep } from '../world.ts';

/** Long, and of every character that a header may carry. */
const KEY = `sk.$^*+?()[]{}|\\/"'<>&%;=~-@!#:,Qz7${'Kd7/x+Vb2=pQ'.repeat(5)}`;

const LOAD = '--window 2 --allow-load --allow-writes --steps 100 --step-duration 2';

/**
 * Every command of the command line, in an order in which each finds what it needs. ROOT is the folder of the call, with the configuration,
 * URL the service, THERE the same by a name that is not loopback (the pods of a cluster reach no other), KEYS a folder outside, and FAILED
 * a requirement that failed. Those that run until Ctrl-C end with it.
 */
const CALLS: Readonly<Record<keyof typeof COMMANDS, readonly string[]>> = {
  init: ['--base-url URL'],
  doctor: ['', '--fix'],
  check: ['--dry-run', '--verbose --out runs/check'],
  limits: ['--verbose --out runs/limits'],
  run: ['--out runs/run --reporter github,har=ROOT/run.har'],
  capacity: [
    `${LOAD} --base-url URL --key free=file:KEYS/one --out runs/capacity`,
    `${LOAD} --base-url http://THERE/v1 --confirm-host THERE --distribute k6-operator --parallelism 2 --key free=file:KEYS/two --out runs/cluster`,
  ],
  report: [
    'runs/run --judge --reporter terminal --verbose',
    'runs/capacity --judge --reporter json',
    `runs/run --reporter ${REPORTERS.map((name) => `${name}=ROOT/report.${name}`)}`,
  ],
  diff: ['runs/check runs/run'],
  accept: ['runs/check FAILED --owner us --reason known --expires 2099-01-01', 'runs/run --observed'],
  explain: ['', 'error.no-leak'],
  serve: ['--port 0'],
  demo: ['--out runs/demo'],
};

const configFor = (baseUrl: string) => `targets:
  canary:
    baseUrl: ${baseUrl}
    class: staging
    window: 2s
    settle: 100ms
    keys: { free: { env: CANARY } }
    allow: { writes: true, load: true }
${capacitySection({ free: [20, 0.5] }, { objectives: { p50: '2s', errors: '50%' }, mix: { list: 0.6, get: 0.2, create: 0.2 } })}`;

/** Every path and text below a folder. A file that goes meanwhile is skipped. */
const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = entry.isFile() ? contentOf(path) : undefined;
    return text === undefined ? [] : [path, text];
  });

/** Files that others may read, and folders that others may enter: of a file, or of a folder and all below it. */
function openToOthers(folder: string): string[] {
  const below = statSync(folder).isDirectory() ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return [folder, ...below.map((name) => join(folder, name))].filter((path) => {
    const { mode } = statSync(path);
    return (mode & 0o077) !== 0;
  });
}

it('no command leaves a trace of a key that the service sends back in every spelling', async () => {
  // A window of 2 s, so that one key of the plan Free carries a capacity run.
  const { baseUrl, port } = await conforming({ keys: { [KEY]: 'free' }, windowSeconds: 2, change: canary(KEY) });
  const keys = temporaryFolder({ one: `${KEY}\n`, two: `${KEY}\n${KEY}2\n` });
  const root = temporaryFolder({ 'storecheck.yaml': configFor(baseUrl) });
  for (const name of ['state', 'home']) mkdirSync(join(root, name));
  const state = { HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'state') };
  const env = { ...state, GITHUB_STEP_SUMMARY: join(root, 'step-summary.md'), CANARY: KEY };
  const failed = () => resultIn(join(root, 'runs/check')).requirements.find(({ verdict }) => verdict === 'fail')?.id;
  const named: Readonly<Record<string, () => string>> = {
    URL: () => baseUrl,
    ROOT: () => root,
    THERE: () => `${HOST}:${port}`,
    KEYS: () => keys,
    FAILED: () => failed() ?? 'none',
  };
  const texts: string[] = [];
  for (const [command, calls] of Object.entries(CALLS))
    for (const call of calls) {
      const line = call.replace(/\b(URL|ROOT|THERE|FAILED|KEYS)\b/g, (name) => named[name]?.() ?? name);
      const options = { cwd: command === 'init' ? state.HOME : root, env };
      const running = start([command, ...line.split(' ').filter(Boolean)], options);
      if (['serve', 'demo'].includes(command)) await sleep(500).then(running.interrupt);
      const { stdout, stderr, code, said } = await running.ended;
      expect([0, 1, 3, 130], `${command} ${line}\n${said.slice(-2_000)}`).toContain(code);
      expect(said).not.toContain('internal error');
      texts.push(stdout, stderr);
    }
  expect(tracesOf(KEY, [...texts, ...textsBelow(root)])).toEqual([]);
  const reports = readdirSync(root).filter((name) => /^(report\.|run\.har|step-summary)/.test(name));
  expect(reports).toHaveLength(REPORTERS.length + 2);
  // The umask decides on reports that the user puts elsewhere.
  const own = [...readdirSync(join(root, 'runs')).map((name) => `runs/${name}`), 'state/storecheck'];
  expect(own.flatMap((name) => openToOthers(join(root, name)))).toEqual([]);
});

const json = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Makes a service write the key into everything it sends, each time in another spelling: header values and names, cookies, redirects, the
 * reason phrase, bodies (complete, in two chunks with the key across them, cut off behind it) and every animal. Otherwise it conforms.
 */
function canary(key: string) {
  const spellings = Object.values(SPELLINGS);
  return (passing: Passing, response: ServerResponse): Promise<boolean> => {
    const { request, number, headers } = passing;
    const { write, raw }: Spelling = spellings[number % spellings.length] ?? { write: json };
    const form = write(key);
    const text = raw === true ? form : json(form);
    passing.body = Buffer.from(withEcho(passing, `"echo":"${text} ${json(request.headers.authorization ?? '')}"`));
    headers['server'] = form;
    headers['x-authorization'] = request.headers.authorization ?? 'none';
    headers['set-cookie'] = [`session=${form}; Path=/`, `key=${encodeURIComponent(key)}`];
    headers[`x-${Buffer.from(key).toString('base64url')}`] = '1';
    headers['www-authenticate'] = `Bearer realm="${form}"`;
    headers['content-length'] = String(passing.body.length);
    headers['x-url'] = `${request.url} ${encodeURIComponent(encodeURIComponent(key))}`;
    return special(passing, response, key);
  };
}

/** The body with the echo as a field of its object, or of each object of its list. */
function withEcho({ body }: Passing, echo: string): string {
  const text = body.toString();
  if (text === '[]') return text;
  return text.includes('{') ? text.replaceAll('{', `{${echo},`).replaceAll(',}', '}') : `{${echo}}`;
}

/** Now and then something that a body cannot show. Returns true if it has answered. */
async function special(passing: Passing, response: ServerResponse, key: string): Promise<boolean> {
  const { number, headers, body } = passing;
  // The first answers decide whether a run goes on at all.
  if (number % 11 === 5) {
    response.writeHead(passing.status, key, headers);
    response.end(body);
    return true;
  }
  if (number % 11 === 7) {
    const at = body.indexOf(key.slice(0, 8)) + 8;
    response.writeHead(passing.status, headers);
    response.write(body.subarray(0, at));
    await sleep(20);
    response.end(body.subarray(at));
    return true;
  }
  if (number % 53 === 31) {
    passing.status = 307;
    headers['location'] =
      `/v1/login?key=${encodeURIComponent(key)}&next=${encodeURIComponent(`/pets?key=${encodeURIComponent(key)}`)}`;
  }
  if (number % 53 === 47) {
    response.writeHead(500, { ...headers, 'content-length': '100000' });
    response.write(`{"code":"x","message":"${json(key)}`);
    await sleep(20);
    response.destroy();
    return true;
  }
  return false;
}
