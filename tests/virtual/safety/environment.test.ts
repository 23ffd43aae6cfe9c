import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../../src/exchange/api-key.ts';
import { ledgerFile, stateFolder } from '../../../src/ledger/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';

const write = (folder: string, name: string, text: string) => writeFileSync(join(folder, name), text);
const lock = (pid: number) => JSON.stringify({ pid, host: hostname(), purpose: 'run-0' });

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
  it('is refused with a state folder that cannot be made, and sends nothing', async () => {
    const { cwd, env, server } = await place();
    const ended = await run(['check'], { cwd, env: { ...env, XDG_STATE_HOME: '/proc/state' } });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toMatch(
      /cannot write to \/proc\/state.* set XDG_STATE_HOME to the absolute path of a writable folder/,
    );
    expect(server.seen).toEqual([]);
  });

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
