import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/index.ts';
import { REQUIREMENTS } from '../../../src/spec/requirements/index.ts';
import { capacitySection } from '../../capacity-section.ts';
import { temporaryFolder } from '../../folder.ts';
import { expectAnswers, goldenIn } from '../../golden.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';
import { expectSession } from '../session.ts';

const TARGET =
  'targets:\n  staging:\n    baseUrl: https://service.invalid/v1\n    class: staging\n    keys: { free: { env: KEY } }\n';

it('a mistake is rejected before anything is written or sent, and its message says what was meant', async () => {
  let folder = '';
  await expectSession(goldenIn(import.meta.dirname)('mistakes.txt'), {
    env: { KEY: FREE_KEY },
    arrange: (cwd) => {
      folder = cwd;
      writeFileSync(join(cwd, 'storecheck.yaml'), TARGET);
    },
    after: ({ code, stdout, stderr }, words) => {
      expect([code, stdout], words.join(' ')).toEqual([2, '']);
      expect(stderr).not.toMatch(/^\s+at |confirm-host/m);
      for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^(storecheck: |\(Did you mean)/);
      expect(existsSync(join(folder, 'reports'))).toBe(false);
    },
  });
});

it('no command prints the usage', async () => {
  const { code, stderr } = await run([]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Usage:')]);
});

/** A value that is never repeated, whichever mistake put it on the command line. */
const VALUE = 'ask_live_Zx81QpLm77TtRr';

it('no part of a key or password on the command line is repeated', async () => {
  const server = await serve((_request, response) => response.end());
  await expectSession(goldenIn(import.meta.dirname)('key-values.txt'), {
    env: { VALUE, URL: server.baseUrl, STORE_API_KEY_FREE: FREE_KEY },
    after: ({ code, said }, words) => {
      expect(code, words.join(' ')).toBe(2);
      for (let end = 8; end <= VALUE.length; end += 1) expect(said).not.toContain(VALUE.slice(0, end));
    },
    show: ({ said }) => said.replaceAll(server.baseUrl, 'URL'),
  });
  expect(server.seen).toEqual([]);
});

const BUSINESS = 'ask_business_Zq8LhT2xMv5KcWn7RyPd';
const AMBIENT = `${FREE_KEY}-2`;
const NAMES: Readonly<Record<string, string>> = {
  [FREE_KEY]: 'FREE',
  [PRO_KEY]: 'PRO',
  [BUSINESS]: 'BUSINESS',
  [AMBIENT]: 'AMBIENT',
};

const ENV = { FREE: FREE_KEY, PRO: PRO_KEY, STORE_API_KEY_BUSINESS: BUSINESS, STORE_API_KEY_FREE: AMBIENT };

/** Runs a command against a target with these keys, while the environment has keys of another deployment. `sent` names the keys that the target received. */
async function keysSentBy(command: string, keys: string) {
  const sent = new Set<string>();
  const { baseUrl } = await serve((request, response) => {
    sent.add(NAMES[`${request.headers.authorization}`.replace('Bearer ', '')] ?? 'another');
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'storecheck.yaml'),
    `targets: { here: { baseUrl: "${baseUrl}"${keys} } }\n${capacitySection({ free: [1, 0.3] })}`,
  );
  const ended = await run([...command.split(' '), '--target', 'here'], { cwd, env: ENV });
  return { sent: [...sent].filter((name) => name !== 'another').sort(), ended };
}

const STATED = ', keys: { free: { env: FREE }, pro: { env: PRO } }';
const CAPACITY = 'capacity --steps 100 --step-duration 70';

describe('STORE_API_KEY_*', () => {
  it('is sent only if neither the target nor --key names keys', () =>
    expectAnswers(goldenIn(import.meta.dirname)('sent-keys.txt'), async (question) => {
      const [command = '', keys = ''] = question.split(' on a target with ');
      const words = command.replace('capacity', CAPACITY.replace('70', '340'));
      const { sent } = await keysSentBy(words, keys === 'keys' ? STATED : '');
      return sent.join(', ');
    }));

  it('is named if it is not used, and chosen by --plan', async () => {
    await expectSession(goldenIn(import.meta.dirname)('target-keys.txt'), {
      env: ENV,
      arrange: (cwd) => {
        writeFileSync(join(cwd, 'storecheck.yaml'), `targets: { here: { baseUrl: "http://127.0.0.1:9/v1"${STATED} } }`);
      },
      show: ({ stdout, stderr }) => stderr || stdout,
    });
  });
});

describe('help', () => {
  it('of every command is written to stdout with exit 0, and names only options that it takes', async () => {
    const described = new Set<string>();
    await expectSession(goldenIn(import.meta.dirname)('help.txt'), {
      after: ({ code, stdout, stderr }, [, command = '']) => {
        expect([code, stderr]).toEqual([0, '']);
        described.add(command);
        // The text after the options has examples of other commands.
        const options = stdout
          .split('\n\n')
          .filter((block) => /^[^\n]+:\n {2}-/.test(block))
          .join('\n');
        expect(options).not.toBe('');
        const taken = new Set([...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name));
        const named = [...options.matchAll(/--[a-z][\w-]+/g)].map(([name]) => name);
        expect(named.filter((name) => !taken.has(name))).toEqual([]);
      },
    });
    expect([...described]).toEqual(expect.arrayContaining(Object.keys(COMMANDS)));
  });

  it.each([['--version'], ['help'], ['help', 'check'], ['report', '-h']])('%s %s exits with 0', async (...words) => {
    const ended = await run(words);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.stdout.length).toBeGreaterThan(4);
  });
});

describe('explain', () => {
  it.each([
    ['list.limit-honoured', 'storecheck check --only list.limit-honoured '],
    ['limit.sustained', 'storecheck limits --only limit.sustained --base-url … --key … --sustain'],
    ['capacity.latency', 'storecheck capacity --target … --key pro=file:pro-keys.txt'],
  ])('%s names the command that judges it', async (id, says) => {
    expect((await run(['explain', id])).unwrapped).toContain(`: ${says}`);
  });

  it('without an id lists every requirement, with its level', async () => {
    const { stdout } = await run(['explain']);
    for (const { id } of REQUIREMENTS) expect(stdout).toMatch(new RegExp(`^${id} +(must|should|info) +\\S`, 'm'));
  });
});
