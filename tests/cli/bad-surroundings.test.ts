import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerFile, stateFolder } from '../../src/ledger/index.ts';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY } from './check.ts';
import { run } from './run.ts';
import { between, conforming } from './servers.ts';

const HOUR = 3_600_000;

/** Where a call is made. */
interface Place {
  readonly cwd: string;
  readonly config: string;
  /** The key's ledger; its folder is there. */
  readonly ledger: string;
}

interface Surroundings {
  readonly name: string;
  readonly arrange: (place: Place) => unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: 'limits';
  readonly args?: readonly string[];
  readonly code: number;
  readonly says: string | RegExp;
}

const write = (folder: string, name: string, text: string) => writeFileSync(join(folder, name), text);
const entries = (...list: readonly object[]) => JSON.stringify({ v: 1, entries: list });
const lock = (pid: number) => JSON.stringify({ pid, host: hostname(), purpose: 'run-0' });
/** Each line ten times the one before: 10^9 values. */
const BOMB = `a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 8 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join()}]\n`).join('')}`;

const REFUSED: readonly Surroundings[] = [
  {
    name: 'a state folder where none can be made',
    arrange: () => undefined,
    env: { XDG_STATE_HOME: '/proc/state' },
    code: 3,
    says: /cannot write to \/proc\/state.* set XDG_STATE_HOME to the absolute path of a folder that can be written/,
  },
  {
    name: 'a state folder that is a file',
    arrange: () => undefined,
    env: { XDG_STATE_HOME: '/dev/null' },
    code: 3,
    says: /cannot write to \/dev\/null.*ENOTDIR.* set XDG_STATE_HOME/,
  },
  {
    name: 'a ledger that was cut off',
    arrange: ({ ledger }) => writeFileSync(ledger, '{"v":1,"entr'),
    code: 3,
    says: /is damaged.* remove it if/,
  },
  {
    name: 'a ledger of a later version',
    arrange: ({ ledger }) => writeFileSync(ledger, '{"v":2,"entries":[]}'),
    code: 3,
    says: /was written by a newer storecheck: use that one, or remove/,
  },
  {
    name: 'a ledger whose entries lie in the future (the clock was stepped back): they count for a day',
    arrange: ({ ledger }) =>
      writeFileSync(ledger, entries({ at: Date.now() + 5 * HOUR, run: 'r', requests: 999, refusals: 0 })),
    code: 3,
    says: /nothing was sent: free#1: 999 requests in the last 24 hours \(999 of them dated in the future: put .* clock right/,
  },
  {
    name: 'the lock of a process that lives',
    arrange: ({ ledger }) => writeFileSync(`${ledger}.lock`, lock(process.pid)),
    code: 3,
    says: /run run-0 \(process \d+ on .*\) uses this key; wait until it has ended/,
  },
  {
    name: 'an output folder that is a link to nothing',
    arrange: ({ cwd }) => symlinkSync('nowhere', join(cwd, 'link')),
    args: ['--out', 'link'],
    code: 2,
    says: /--out: cannot write to link \(.*link is a link to nothing\)/,
  },
  {
    name: 'an output folder below a link that leads to itself',
    arrange: ({ cwd }) => symlinkSync('link', join(cwd, 'link')),
    args: ['--out', 'link/run'],
    code: 2,
    says: '--out: cannot write to link/run (ELOOP)',
  },
  {
    name: 'an output folder that is a link to a file',
    arrange: ({ cwd }) => symlinkSync('storecheck.yaml', join(cwd, 'link')),
    args: ['--out', 'link'],
    code: 2,
    says: /--out: cannot write to link \(.*link is a file\)/,
  },
  {
    name: 'an output folder that leads to an earlier run',
    arrange: ({ cwd }) => {
      mkdirSync(join(cwd, 'earlier'));
      write(cwd, 'earlier/exchanges.ndjson', 'kept\n');
      symlinkSync('earlier', join(cwd, 'link'));
    },
    args: ['--out', 'link'],
    code: 2,
    says: '--out: link holds a run already',
  },
  {
    name: 'two reporters and one file',
    arrange: () => undefined,
    args: ['--reporter', 'html=report,junit=./report'],
    code: 2,
    says: /--reporter: two reporters write to .*report; give each a path of its own/,
  },
  {
    name: 'a k6 that is none',
    arrange: () => undefined,
    command: 'limits',
    env: { K6_BIN: '/bin/true' },
    code: 3,
    says: '/bin/true is not k6',
  },
  {
    name: 'two configurations side by side',
    arrange: ({ cwd, config }) => write(cwd, 'storecheck.json', config),
    code: 2,
    says: /storecheck.yaml and storecheck.json lie side by side; remove one of them, or name one with --config FILE/,
  },
  {
    name: 'a configuration with a section twice',
    arrange: ({ cwd, config }) => write(cwd, 'storecheck.yaml', `${config}${config}`),
    code: 2,
    says: /storecheck\.yaml:6:1 the key "targets" is already in this mapping, on line 1/,
  },
  {
    name: 'a configuration whose aliases multiply',
    arrange: ({ cwd }) => write(cwd, 'storecheck.yaml', BOMB),
    code: 2,
    says: /storecheck\.yaml:\d+:\d+ .*aliases expand to over 100000 values/,
  },
  {
    name: 'a configuration that contains itself',
    arrange: ({ cwd }) => write(cwd, 'storecheck.yaml', 'targets: &t\n  a: *t\n'),
    code: 2,
    says: /storecheck\.yaml:2:\d+ targets.a: an alias .* it has no end/,
  },
  {
    name: 'a huge configuration',
    arrange: ({ cwd }) => write(cwd, 'storecheck.yaml', 'x'.repeat(8_000_000)),
    code: 2,
    says: /storecheck\.yaml: is larger than \d+ bytes; a configuration is smaller/,
  },
];

async function place() {
  const cwd = temporaryFolder();
  const XDG_STATE_HOME = join(temporaryFolder(), 'state');
  const server = await between(await conforming(), () => false);
  const config = `targets:\n  it:\n    baseUrl: ${server.baseUrl}\n    class: staging\n    keys: { free: { env: KEY } }\n`;
  write(cwd, 'storecheck.yaml', config);
  const ledger = ledgerFile(stateFolder({ XDG_STATE_HOME }), FREE_KEY, new URL(server.baseUrl).host);
  mkdirSync(dirname(ledger), { recursive: true });
  return { cwd, config, ledger, server, env: { KEY: FREE_KEY, XDG_STATE_HOME } };
}

describe.concurrent('surroundings that are wrong', () => {
  it.each(REFUSED)('$name: exit $code, said, and nothing is sent or booked', async (row) => {
    const here = await place();
    row.arrange(here);
    const before = textOf(here.ledger);
    const args = [row.command ?? 'check', ...(row.args ?? [])];
    const ended = await run(args, { cwd: here.cwd, env: { ...here.env, ...row.env }, deadlineMs: 10_000 });
    expect(ended.hung, ended.said).toBe(false);
    expect(ended.code, ended.said).toBe(row.code);
    expect(ended.unwrapped).toMatch(row.says);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(here.server.seen).toEqual([]);
    // When it was first seen to lie in the future is kept.
    expect(textOf(here.ledger)?.replace(/,"seen":\d+(.*)\n/, '$1')).toBe(before);
  });

  it('the lock of a process that has died is taken over', async () => {
    const { cwd, env, ledger } = await place();
    writeFileSync(`${ledger}.lock`, lock(spawnSync('true').pid));
    const ended = await run(['check', '--only', 'auth.*'], { cwd, env });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('partial');
    expect(JSON.parse(readFileSync(ledger, 'utf8'))).toMatchObject({ v: 1, entries: [{ refusals: 0 }] });
  });

  it('an output folder that is a link to a folder is filled; what lies there, and its mode, stay', async () => {
    const { cwd, env } = await place();
    mkdirSync(join(cwd, 'real'), { mode: 0o755 });
    write(cwd, 'real/notes.txt', 'keep');
    symlinkSync('real', join(cwd, 'link'));
    const ended = await run(['check', '--only', 'auth.*', '--out', 'link'], { cwd, env });
    expect(ended.code, ended.said).toBe(3);
    expect(readFileSync(join(cwd, 'real/notes.txt'), 'utf8')).toBe('keep');
    expect(readFileSync(join(cwd, 'real/results.json'), 'utf8')).toContain('"incomplete"');
    expect((statSync(join(cwd, 'real')).mode & 0o777).toString(8)).toBe('755');
    expect((statSync(join(cwd, 'real/results.json')).mode & 0o777).toString(8)).toBe('600');
  });
});

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
