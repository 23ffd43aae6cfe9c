import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/run-cli.ts';
import { REQUIREMENTS } from '../../../src/spec/requirements/catalogue.ts';
import { capacitySection } from '../../support/capacity-section.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden, testAnswers } from '../../support/golden.ts';
import { FREE_KEY, PRO_KEY } from '../../support/runs.ts';
import { expectSession } from '../session.ts';
import { run } from '../virtual-command.ts';
import { serve } from '../virtual-servers.ts';

it('a mistake is rejected before anything is written or sent, and its message says what was meant', async () => {
  const target = '{ baseUrl: "https://service.invalid/v1", class: staging, keys: { free: { env: KEY } } }';
  await expectSession(golden('mistakes.txt'), {
    env: { KEY: FREE_KEY },
    usualCode: 2,
    files: { 'storecheck.yaml': `targets:\n  staging: ${target}\n` },
    after: ({ stdout, stderr }, words, cwd) => {
      expect(stdout, words.join(' ')).toBe('');
      expect(stderr).not.toMatch(/^\s+at |confirm-host/m);
      for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^(storecheck: |\(Did you mean)/);
      expect(existsSync(join(cwd, 'reports'))).toBe(false);
    },
  });
});

/** A value that is never repeated, whichever mistake put it on the command line. */
const VALUE = 'ask_live_Zx81QpLm77TtRr';

it('no part of a key or password on the command line is repeated', async () => {
  const server = await serve((_request, response) => response.end());
  await expectSession(golden('key-values.txt'), {
    env: { VALUE, URL: server.baseUrl, STORE_API_KEY_FREE: FREE_KEY },
    usualCode: 2,
    after: ({ said }) => {
      for (let end = 8; end <= VALUE.length; end += 1) expect(said).not.toContain(VALUE.slice(0, end));
    },
    show: ({ said }) => said.replaceAll(server.baseUrl, 'URL'),
  });
  expect(server.seen).toEqual([]);
});

/** Of the target, and of another deployment. */
const ENV = {
  FREE: FREE_KEY,
  PRO: PRO_KEY,
  STORE_API_KEY_BUSINESS: 'ask_business_Zq8LhT2xMv5KcWn7RyPd',
  STORE_API_KEY_FREE: `${FREE_KEY}-2`,
};
const STATED = ', keys: { free: { env: FREE }, pro: { env: PRO } }';

describe('STORE_API_KEY_* is sent only if neither the target nor --key names keys', () =>
  testAnswers(golden('sent-keys.txt'), async (question) => {
    const [command = '', keys] = question.split(' on a target with ');
    const sent = new Set<string>();
    const { baseUrl } = await serve((request, response) => {
      const [name] = Object.entries(ENV).find(([, key]) => request.headers.authorization === `Bearer ${key}`) ?? [];
      if (name !== undefined) sent.add(name);
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    const target = `{ baseUrl: "${baseUrl}"${keys === 'keys' ? STATED : ''} }`;
    const section = capacitySection({ free: [1, 0.3] }, { objectives: { p50: '2s', errors: '50%' } });
    const cwd = temporaryFolder({ 'storecheck.yaml': `targets: { here: ${target} }\n${section}` });
    const words = command.replace('capacity', 'capacity --steps 100 --step-duration 50').split(' ');
    await run([...words, '--target', 'here'], { cwd, env: ENV });
    return [...sent].sort().join(', ');
  }));

it('the plan of a run is the largest with a key of the target, or that of --plan', async () => {
  await expectSession(golden('target-keys.txt'), {
    env: ENV,
    files: { 'storecheck.yaml': `targets: { here: { baseUrl: "http://127.0.0.1:9/v1"${STATED} } }` },
    // tests/virtual/safety/golden/estimates.txt has complete estimates.
    show: ({ stderr }) => (stderr.match(/^(?: {2}(?:check|limits|daily) |storecheck: ).*$/gm) ?? []).join('\n'),
  });
});

it('the help of every command names only options that it takes', async () => {
  const described = new Set<string>();
  const shown = new Set<string>();
  /** An option that an earlier command describes with the same words. */
  const shortened = (option: string) => {
    const words = option.replace(/\s+/g, ' ');
    const isNew = !shown.has(words);
    shown.add(words);
    return isNew ? option : option.replace(/(?<=--[\w-]+(?: <[^>]*>)?) [\s\S]*/, ' …\n');
  };
  /** Neighbours that are shortened, on one line. */
  const joined = (options: string) => `  ${options.match(/--[\w-]+/g)?.join(' ')} …\n`;
  await expectSession(golden('help.txt'), {
    show: ({ stdout }) =>
      stdout.replace(/^ {2}(?:-\w, )?--(?:.*\n)(?: {5,}.*\n)*/gm, shortened).replace(/(?: {2}.* …\n)+/g, joined),
    after: ({ code, stdout, stderr }, [, command = '']) => {
      expect([code, stderr]).toEqual([0, '']);
      described.add(command);
      // The text after the options has examples of other commands.
      const blocks = stdout.split('\n\n').filter((block) => /^[^\n]+:\n {2}-/.test(block));
      const options = blocks.join('\n');
      expect(options).not.toBe('');
      const taken = new Set([...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name));
      const named = [...options.matchAll(/--[a-z][\w-]+/g)].map(([name]) => name);
      expect(named.filter((name) => !taken.has(name))).toEqual([]);
    },
  });
  expect([...described]).toEqual(expect.arrayContaining(Object.keys(COMMANDS)));
});

it.each([
  ['--version', 0],
  ['help', 0],
  ['help check', 0],
  ['report -h', 0],
  ['', 2],
])('storecheck %s prints text, without a run, and exits %i', async (line, exit) => {
  const cwd = temporaryFolder();
  const { code, said } = await run(line.split(' ').filter(Boolean), { cwd });
  expect([code, readdirSync(cwd)]).toEqual([exit, []]);
  expect(said.trim()).toMatch(/^(Usage: storecheck|\d+\.\d+\.\d+)/);
});

it.each([
  ['list.limit-honoured', 'storecheck check --only list.limit-honoured'],
  ['limit.sustained', 'storecheck limits --only limit.sustained --sustain'],
])('explain %s names the command that judges it', async (id, says) => {
  expect((await run(['explain', id])).unwrapped).toContain(`: ${says}`);
});

it('explain without an id lists every requirement, with its level', async () => {
  const { stdout } = await run(['explain']);
  for (const { id } of REQUIREMENTS) expect(stdout).toMatch(new RegExp(`^${id} +(must|should|info) +\\S`, 'm'));
});
