import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { LockedError, type LockOwner, takeLock } from '../../src/io/lock.ts';
import { identify } from '../../src/io/process-identity.ts';
import { temporaryFolder } from '../files.ts';

const NOW = Date.now();
const root = temporaryFolder();
const fresh = () => join(mkdtempSync(join(root, 'lock-')), 'a.lock');
const take = (path: string) => takeLock(path, NOW);
const beside = (path: string) => readdirSync(dirname(path));

const ownerBy = (changes: Partial<LockOwner>): string => JSON.stringify({ ...identify(), since: NOW, ...changes });

const deadPid = () => spawnSync('true').pid;

it.each([
  ['of a process that ended', ownerBy({ pid: deadPid() })],
  ['of an earlier process with the same pid', ownerBy({ started: '1' })],
  ['with a cut-off text', '{"pid":1'],
])('a lock %s is taken over', (_name, text) => {
  const path = fresh();
  writeFileSync(path, text);
  const release = take(path);
  expect(readFileSync(path, 'utf8')).toBe(ownerBy({}));
  expect(beside(path)).toEqual(['a.lock']);
  release();
  expect(beside(path)).toEqual([]);
});

it.each([
  ['of this process', ownerBy({})],
  ['of another host', ownerBy({ host: 'elsewhere', pid: deadPid() })],
  ['of another container with this host name', ownerBy({ namespace: 'pid:[1]', pid: deadPid() })],
])('a lock %s is respected', (_name, text) => {
  const path = fresh();
  writeFileSync(path, text);
  expect(() => take(path)).toThrow(LockedError);
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(beside(path)).toEqual(['a.lock']);
});

it('the system error is thrown if the folder does not exist, or if the lock is a folder', () => {
  expect(() => take(join(root, 'none', 'a.lock'))).toThrow(/ENOENT/);
  mkdirSync(join(root, 'a-folder.lock'));
  expect(() => take(join(root, 'a-folder.lock'))).toThrow(/EISDIR/);
});

it('a lock that belongs to another process by then is not released', () => {
  const path = fresh();
  const release = take(path);
  writeFileSync(path, ownerBy({ since: NOW + 1 }));
  release();
  expect(beside(path)).toEqual(['a.lock']);
});

it('a guard that a killed process left is named with the fix', () => {
  const path = fresh();
  writeFileSync(path, ownerBy({ pid: deadPid() }));
  mkdirSync(`${path}.removal`);
  expect(() => take(path)).toThrow(`if no storecheck is running, remove ${path} and ${path}.removal`);
  expect(beside(path)).toEqual(['a.lock', 'a.lock.removal']);
});
