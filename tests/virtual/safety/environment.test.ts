import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../../src/exchange/api-key.ts';
import { ledgerFile, stateFolder } from '../../../src/ledger/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';

/** The folder that a command runs in. */
interface Place {
  readonly cwd: string;
  /** The key's ledger; its folder exists. */
  readonly ledger: string;
}

/** `arrange` prepares the place in which a check is then refused. */
type Row = readonly [
  name: string,
  code: number,
  says: string | RegExp,
  arrange: (place: Place) => unknown,
  options?: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> },
];

const nothing = () => undefined;
const write = (folder: string, name: string, text: string) => writeFileSync(join(folder, name), text);
const lock = (pid: number) => JSON.stringify({ pid, host: hostname(), purpose: 'run-0' });
const REFUSED: readonly Row[] = [
  [
    'a state folder that cannot be made',
    3,
    /cannot write to \/proc\/state.* set XDG_STATE_HOME to the absolute path of a writable folder/,
    nothing,
    { env: { XDG_STATE_HOME: '/proc/state' } },
  ],
  ['a ledger that was cut off', 3, /is damaged.* remove it if/, ({ ledger }) => writeFileSync(ledger, '{"v":1,"entr')],
  [
    'an output folder that is a link to nothing',
    2,
    /--out: cannot write to link \(.*link is a broken link\)/,
    ({ cwd }) => symlinkSync('nowhere', join(cwd, 'link')),
    { args: ['--out', 'link'] },
  ],
  [
    'an output folder below a link that leads to itself',
    2,
    '--out: cannot write to link/run (ELOOP)',
    ({ cwd }) => symlinkSync('link', join(cwd, 'link')),
    { args: ['--out', 'link/run'] },
  ],
  [
    'an output folder that is a link to a file',
    2,
    /--out: cannot write to link \(.*link is a file\)/,
    ({ cwd }) => symlinkSync('storecheck.yaml', join(cwd, 'link')),
    { args: ['--out', 'link'] },
  ],
  [
    'an output folder that leads to an earlier run',
    2,
    '--out: link already contains a run',
    ({ cwd }) => {
      mkdirSync(join(cwd, 'earlier'));
      write(cwd, 'earlier/exchanges.ndjson', 'kept\n');
      symlinkSync('earlier', join(cwd, 'link'));
    },
    { args: ['--out', 'link'] },
  ],
];

async function place() {
  const cwd = temporaryFolder();
  const XDG_STATE_HOME = join(temporaryFolder(), 'state');
  const server = await between(await conforming(), () => false);
  const config = `targets:\n  it:\n    baseUrl: ${server.baseUrl}\n    class: staging\n    keys: { free: { env: KEY } }\n`;
  write(cwd, 'storecheck.yaml', config);
  const ledger = ledgerFile(stateFolder({ XDG_STATE_HOME }), apiKey('free#1', FREE_KEY), new URL(server.baseUrl).host);
  mkdirSync(dirname(ledger), { recursive: true });
  return { cwd, ledger, server, env: { KEY: FREE_KEY, XDG_STATE_HOME } };
}

describe('a check', () => {
  it.each(REFUSED.map(([name, ...row]) => [name, row] as const))(
    'is refused with %s: sends and books nothing',
    async (_name, row) => {
      const [code, says, arrange, { args = [], env = {} } = {}] = row;
      const here = await place();
      arrange(here);
      const before = textOf(here.ledger);
      const ended = await run(['check', ...args], { cwd: here.cwd, env: { ...here.env, ...env } });
      expect(ended.code, ended.said).toBe(code);
      expect(ended.unwrapped).toMatch(says);
      expect(ended.stderr).not.toMatch(/^\s+at /m);
      expect(here.server.seen).toEqual([]);
      expect(textOf(here.ledger)).toBe(before);
    },
  );

  it('takes the lock of a process that died', async () => {
    const { cwd, env, ledger } = await place();
    writeFileSync(`${ledger}.lock`, lock(spawnSync('true').pid));
    const ended = await run(['check', '--only', 'auth.*'], { cwd, env });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('partial');
    expect(JSON.parse(readFileSync(ledger, 'utf8'))).toMatchObject({ v: 1, entries: [{ refusals: 0 }] });
  });

  it('fills an output folder that is a link, and leaves its other files and its mode alone', async () => {
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
