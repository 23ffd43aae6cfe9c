import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type LockOwner, takeLock } from '../../src/io/lock.ts';
import { THIS_PROCESS } from '../../src/io/process-identity.ts';
import { temporaryFolder } from '../support/files.ts';

const NOW = Date.now();
const root = temporaryFolder();
const fresh = () => join(mkdtempSync(join(root, 'lock-')), 'a.lock');
const take = (path: string) => takeLock(path, NOW);
const release = (lock: ReturnType<typeof take>) => {
  if (!('release' in lock)) throw new Error(lock.problem);
  lock.release();
};
const beside = (path: string) => readdirSync(dirname(path));
const within = (path: string) => readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8'));
const leave = (path: string, text: string) => {
  mkdirSync(path);
  writeFileSync(join(path, 'a.lock.other'), text);
};

const ownerBy = (changes: Partial<LockOwner>): string => JSON.stringify({ ...THIS_PROCESS, since: NOW, ...changes });

const deadPid = () => spawnSync('true').pid;

it.each([
  ['of a process that ended', ownerBy({ pid: deadPid() })],
  ['of an earlier process with the same pid', ownerBy({ started: '1' })],
  ['with a cut-off text', '{"pid":1'],
])('a lock %s is taken over', (_name, text) => {
  const path = fresh();
  leave(path, text);
  const lock = take(path);
  expect(within(path)).toEqual([ownerBy({})]);
  expect(beside(path)).toEqual(['a.lock']);
  release(lock);
  expect(beside(path)).toEqual([]);
});

it.each([
  ['of this process', ownerBy({})],
  ['of another host', ownerBy({ host: 'elsewhere', pid: deadPid() })],
  ['of another container with this host name', ownerBy({ namespace: 'pid:[1]', pid: deadPid() })],
])('a lock %s is respected', (_name, text) => {
  const path = fresh();
  leave(path, text);
  const problem = `has held ${join(path, 'a.lock.other')} since ${new Date(NOW).toISOString()}: wait`;
  expect(take(path)).toEqual({ owner: JSON.parse(text), problem: expect.stringContaining(problem) });
  expect(within(path)).toEqual([text]);
  expect(beside(path)).toEqual(['a.lock']);
});

it('the system error is thrown if the folder does not exist; a file in the place of the lock must be removed', () => {
  expect(() => take(join(root, 'none', 'a.lock'))).toThrow(/ENOENT/);
  writeFileSync(join(root, 'a-file.lock'), '');
  expect(take(join(root, 'a-file.lock'))).toEqual({ problem: expect.stringContaining('a-file.lock must be a folder') });
});

it('a lock that belongs to another process by then is not released', () => {
  const path = fresh();
  const lock = take(path);
  rmSync(path, { recursive: true });
  leave(path, ownerBy({ since: NOW + 1 }));
  release(lock);
  expect(within(path)).toEqual([ownerBy({ since: NOW + 1 })]);
});
