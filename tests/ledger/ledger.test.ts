import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../src/exchange/api-key.ts';
import { overrun } from '../../src/ledger/budget.ts';
import { LedgerError, ledgerFile, stateFolder } from '../../src/ledger/file.ts';
import { KeyInUseError } from '../../src/ledger/key-lock.ts';
import { lookUp, openLedger } from '../../src/ledger/open.ts';
import { temporaryFolder } from '../folder.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { virtualClock } from '../virtual/clock.ts';

const folder = temporaryFolder();
const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const clock = virtualClock({ startAt: NOW });
let files = 0;
const fresh = () => {
  files += 1;
  return ledgerFile(join(folder, 'state'), apiKey('free#1', `key-${files}`), 'api.example.com');
};
const ledger = (...entries: [hoursAgo: number, requests: number, refusals: number][]) => ({
  v: 1 as const,
  entries: entries.map(([hours, requests, refusals]) => ({ at: NOW - hours * HOUR, run: 'r', requests, refusals })),
});

/** A question is work (requests, refusals), then earlier work with the hours since. */
it('the budget of a day has room for work, or says when', () =>
  expectAnswers(goldenIn(import.meta.dirname)('budget.txt'), (question) => {
    const [[requests = 0, refusals = 0] = [], ...earlier] = question
      .split('; ')
      .map((part) => [...part.matchAll(/-?[\d.]+/g)].map(Number));
    const entries = earlier.map(
      ([sent = 0, refused = 0, hours = 0]) => [hours, sent, refused] as [number, number, number],
    );
    const budget = { perDay: 1_000, shareOfDay: 0.5, refusals: 16 };
    return overrun(ledger(...entries), { requests, refusals }, budget, NOW) ?? 'it fits';
  }));

describe('the file of a key', () => {
  it('has the reservation after a crash, so that it never counts too little', () => {
    const file = fresh();
    const crashed = openLedger(file, 'run-1', clock);
    crashed.reserve({ requests: 69, refusals: 8 });
    crashed.release();
    const open = openLedger(file, 'run-2', clock);
    expect(open.ledger.entries).toMatchObject([{ run: 'run-1', requests: 69, refusals: 8 }]);
    open.reserve({ requests: 69, refusals: 8 });
    open.settle({ requests: 67, refusals: 5 });
    const after = openLedger(file, 'run-3', clock);
    after.release();
    expect(after.ledger.entries.map(({ requests }) => requests)).toEqual([69, 67]);
  });

  it('is readable by its owner only and contains neither key nor host', () => {
    const file = fresh();
    const open = openLedger(file, 'run-1', clock);
    open.settle({ requests: 1, refusals: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(`${file}${readFileSync(file, 'utf8')}`).not.toMatch(/key-\d|example/);
    expect(readdirSync(join(file, '..')).filter((name) => name.includes('.lock'))).toEqual([]);
  });

  it.each([
    ['a suspected ban for a day', {}, 24 * HOUR],
    ['a block until a known moment', { until: NOW + HOUR }, HOUR],
  ])('remembers %s', (_what, until, lasts) => {
    const file = fresh();
    openLedger(file, 'run-1', clock).settle({ requests: 1, refusals: 1 }, { reason: 'refused', ...until });
    expect(lookUp(file, NOW + lasts - 1).suspicion?.reason).toBe('refused');
    expect(lookUp(file, NOW + lasts + 1).suspicion).toBeUndefined();
  });

  it('is locked by one run at a time, which the error of a second one names; release keeps the lock of a later run', () => {
    const file = fresh();
    const first = openLedger(file, 'run-1', clock);
    expect(() => openLedger(file, 'run-2', clock)).toThrow(KeyInUseError);
    expect(() => openLedger(file, 'run-2', clock)).toThrow(/run-1 .*wait until it has ended/);
    first.settle({ requests: 1, refusals: 0 });
    const second = openLedger(file, 'run-2', clock);
    first.release();
    expect(() => openLedger(file, 'run-3', clock)).toThrow(/run run-2/);
    second.release();
  });

  it('names the lock of another machine, with its age', () => {
    const file = fresh();
    const killed = openLedger(file, 'run-9', clock);
    const lock = JSON.parse(readFileSync(`${file}.lock`, 'utf8'));
    killed.release();
    writeFileSync(`${file}.lock`, JSON.stringify({ ...lock, host: 'elsewhere' }));
    const said = /run-9 \(process \d+ on elsewhere, since 2026-11-21T12:00:00.000Z\).* until it has ended, or remove /;
    expect(() => openLedger(file, 'run-1', clock)).toThrow(said);
    expect(() => lookUp(file, NOW)).toThrow(said);
  });

  it('counts an entry from the future from now on, even if the run is refused; lookUp writes nothing', () => {
    const file = fresh();
    openLedger(file, 'run-0', clock).release();
    const text = JSON.stringify(ledger([-700_000, 900, 0]));
    writeFileSync(file, text);
    expect(lookUp(file, NOW).entries).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(text);
    openLedger(file, 'run-1', clock).release();
    expect(lookUp(file, NOW + 23 * HOUR).entries).toHaveLength(1);
    expect(lookUp(file, NOW + 25 * HOUR).entries).toHaveLength(0);
  });

  it.each<[string, (file: string) => unknown, RegExp]>([
    ['of another format', (file) => writeFileSync(file, '{"v":2,"entries":[]}'), /is damaged/],
    ['that is a folder', (file) => mkdirSync(file), /is a folder, .* remove it/],
    ['that is empty', (file) => writeFileSync(file, ''), /is damaged/],
    ['with a malformed entry', (file) => writeFileSync(file, '{"v":1,"entries":[{"at":"x"}]}'), /is damaged/],
    ['without entries', (file) => writeFileSync(file, '{"v":1}'), /is damaged/],
  ])('%s is not taken for an unused key', (_what, make, says) => {
    const file = fresh();
    openLedger(file, 'run-0', clock).release();
    make(file);
    expect(() => openLedger(file, 'run-1', clock)).toThrow(LedgerError);
    expect(() => lookUp(file, NOW)).toThrow(says);
  });

  it('names XDG_STATE_HOME if the folder cannot be made or is a file', () => {
    const file = fresh();
    openLedger(file, 'run-0', clock).settle({ requests: 1, refusals: 0 });
    for (const folder of ['/proc/storecheck/keys', join(file, 'below')])
      expect(() => openLedger(join(folder, 'a-file.json'), 'run-1', clock)).toThrow(/set XDG_STATE_HOME/);
  });

  it('throws a LedgerError if it can no longer be written', () => {
    const file = fresh();
    const open = openLedger(file, 'run-0', clock);
    mkdirSync(file);
    expect(() => open.reserve({ requests: 1, refusals: 0 })).toThrow(LedgerError);
    open.release();
  });

  it('is in XDG_STATE_HOME if that is absolute', () => {
    expect(stateFolder({ XDG_STATE_HOME: '/var/state' })).toBe('/var/state/storecheck/keys');
    for (const base of ['', 'state', './state'])
      expect(stateFolder({ XDG_STATE_HOME: base })).toMatch(/^\/.*\.local\/state\/storecheck\/keys$/);
  });
});
