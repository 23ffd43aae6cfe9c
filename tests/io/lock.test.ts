import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { LockedError, type LockOwner, lockOwner, takeLock } from '../../src/io/lock.ts';
import { identify, isRunning } from '../../src/io/process-identity.ts';
import { temporaryFolder } from '../folder.ts';

const NOW = Date.now();
const root = temporaryFolder();
const fresh = () => join(mkdtempSync(join(root, 'lock-')), 'a.lock');
const options = { purpose: 'test', now: NOW };

const ownerBy = (changes: Partial<LockOwner>): string =>
  JSON.stringify({ ...identify(process.pid), id: 'abc', purpose: 'other', since: NOW, ...changes });

const deadPid = () => spawnSync('true').pid;

describe('takeLock', () => {
  it('creates a file that names the owner, and removes it on release', () => {
    const path = fresh();
    const lock = takeLock(path, options);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(lock.owner);
    expect(lock.owner).toMatchObject({ pid: process.pid, host: hostname(), purpose: 'test', since: NOW });
    expect(lockOwner(path, options)).toEqual(lock.owner);
    expect(lockOwner(`${path}/of-a-file/lock`, options)).toBeUndefined();
    expect(() => takeLock(path, options)).toThrow(LockedError);
    lock.release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
    expect(lockOwner(path, options)).toBeUndefined();
  });

  it.each([
    ['of a process that ended', ownerBy({ pid: deadPid() })],
    ['of an earlier process with the same pid', ownerBy({ started: '1' })],
    ['with a cut-off text', '{"pid":1'],
    ['without a text', ''],
    ['with a pid that is not one', ownerBy({ pid: -1 })],
  ])('takes over a lock %s', (_name, text) => {
    const path = fresh();
    writeFileSync(path, text);
    expect(lockOwner(path, options)).toBeUndefined();
    const lock = takeLock(path, options);
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
    lock.release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it.each([
    ['of this process', ownerBy({})],
    ['without a start time, of a living process', JSON.stringify({ pid: process.pid, host: hostname(), purpose: 'x' })],
    ['of another host', ownerBy({ host: 'elsewhere', pid: deadPid() })],
    ['of another container with this host name', ownerBy({ namespace: 'pid:[1]', pid: deadPid() })],
  ])('rejects a lock %s', (_name, text) => {
    const path = fresh();
    writeFileSync(path, text);
    expect(() => takeLock(path, options)).toThrow(LockedError);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
  });

  it('takes a lock of another host after the moment that it names', () => {
    const path = fresh();
    writeFileSync(path, ownerBy({ host: 'elsewhere', until: NOW + 60_000 }));
    expect(() => takeLock(path, { ...options, now: NOW + 60_000 })).toThrow(LockedError);
    const lock = takeLock(path, { ...options, now: NOW + 60_001 });
    writeFileSync(path, JSON.stringify({ ...lock.owner, host: 'elsewhere' }));
    lock.release();
    expect(readdirSync(join(path, '..')), 'the lock belongs to another process now').toEqual(['a.lock']);
  });

  it('gives a lock of a dead process to one of several processes', async () => {
    const path = fresh();
    const bundle = join(root, 'lock.cjs');
    const source = new URL('../../src/io/lock.ts', import.meta.url).pathname;
    buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs', outfile: bundle });
    const script = `
      const fs = require('node:fs');
      const { takeLock, LockedError } = require(${JSON.stringify(bundle)});
      const path = ${JSON.stringify(path)};
      for (let taken = 0; taken < 15; ) {
        try { takeLock(path, { purpose: 'race', now: Date.now() }); } catch (error) {
          if (error instanceof LockedError || /changes all the time/.test(error.message)) continue;
          throw error;
        }
        taken += 1;
        fs.mkdirSync(path + '-inside');
        fs.rmdirSync(path + '-inside');
        const dead = JSON.stringify({ pid: ${deadPid()}, host: ${JSON.stringify(hostname())}, purpose: 'race', id: process.pid + ' ' + taken });
        fs.writeFileSync(path + '-dead' + process.pid, dead);
        fs.renameSync(path + '-dead' + process.pid, path);
      }`;
    const ends = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] });
        let stderr = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          stderr += text;
        });
        return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })));
      }),
    );
    expect(ends).toEqual(Array.from({ length: 4 }, () => ({ code: 0, stderr: '' })));
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
  });

  it('throws the system error if the folder does not exist', () => {
    expect(() => takeLock(join(root, 'none', 'a.lock'), options)).toThrow(/ENOENT/);
    mkdirSync(join(root, 'a-folder.lock'));
    expect(() => takeLock(join(root, 'a-folder.lock'), options)).toThrow(/EISDIR/);
  });
});

describe('isRunning', () => {
  it('is unknown on another host', () => {
    expect(isRunning({ ...identify(process.pid), host: 'elsewhere' })).toBeUndefined();
  });

  it('does not take a zombie for a running process', async () => {
    // The shell does not wait for its child, and neither does the program that replaces it.
    const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 20']);
    const pid = await new Promise<number>((resolve) => parent.stdout.on('data', (text) => resolve(Number(text))));
    const ended = async () => {
      for (let attempt = 0; attempt < 100 && isRunning({ pid, host: hostname() }) === true; attempt += 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
      return isRunning({ pid, host: hostname() });
    };
    expect(await ended()).toBe(false);
    parent.kill('SIGKILL');
  });
});
