import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { identify, isRunning, LockedError, type LockOwner, lockOwner, takeLock } from '../../src/io/lock.ts';
import { temporaryFolder } from '../folder.ts';

const NOW = Date.now();
const root = temporaryFolder();
const fresh = () => join(mkdtempSync(join(root, 'lock-')), 'a.lock');
const take = (path: string) => takeLock(path, NOW);

const ownerBy = (changes: Partial<LockOwner>): string =>
  JSON.stringify({ ...identify(process.pid), since: NOW, ...changes });

const deadPid = () => spawnSync('true').pid;

describe('takeLock', () => {
  it('creates a file that names the owner, and removes it on release', () => {
    const path = fresh();
    const release = take(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(lockOwner(path));
    expect(lockOwner(path)).toMatchObject({ pid: process.pid, host: hostname(), since: NOW });
    expect(lockOwner(`${path}/of-a-file/lock`)).toBeUndefined();
    expect(() => take(path)).toThrow(LockedError);
    release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
    expect(lockOwner(path)).toBeUndefined();
  });

  it.each([
    ['of a process that ended', ownerBy({ pid: deadPid() })],
    ['of an earlier process with the same pid', ownerBy({ started: '1' })],
    ['with a cut-off text', '{"pid":1'],
  ])('takes over a lock %s', (_name, text) => {
    const path = fresh();
    writeFileSync(path, text);
    expect(lockOwner(path)).toBeUndefined();
    const release = take(path);
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
    release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it.each([
    ['of this process', ownerBy({})],
    ['of another host', ownerBy({ host: 'elsewhere', pid: deadPid() })],
    ['of another container with this host name', ownerBy({ namespace: 'pid:[1]', pid: deadPid() })],
  ])('rejects a lock %s', (_name, text) => {
    const path = fresh();
    writeFileSync(path, text);
    expect(() => take(path)).toThrow(LockedError);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
  });

  it('keeps a lock that belongs to another process by now', () => {
    const path = fresh();
    const release = take(path);
    writeFileSync(path, ownerBy({ since: NOW + 1 }));
    release();
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
  });

  it('throws the system error if the folder does not exist', () => {
    expect(() => take(join(root, 'none', 'a.lock'))).toThrow(/ENOENT/);
    mkdirSync(join(root, 'a-folder.lock'));
    expect(() => take(join(root, 'a-folder.lock'))).toThrow(/EISDIR/);
  });
});

describe('isRunning', () => {
  it('is unknown on another host', () => {
    expect(isRunning({ ...identify(process.pid), host: 'elsewhere' })).toBeUndefined();
  });
});
