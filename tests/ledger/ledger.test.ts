import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../src/exchange/api-key.ts';
import { changeLedger, ledgerFile, objectionsTo, readLedger } from '../../src/ledger/ledger.ts';
import { lockKeys, objectionsToKeys } from '../../src/run/lock-keys.ts';
import { temporaryFolder } from '../support/files.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { virtualClock } from '../virtual/clock.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
/** A question is work (requests, refusals), then earlier work with the hours since. */
describe('the budget of a day has room for work, or says when', () =>
  testAnswers(golden('budget.txt'), (question) => {
    const [[requests = 0, refusals = 0] = [], ...earlier] = question
      .split('; ')
      .map((part) => [...part.matchAll(/-?[\d.]+/g)].map(Number));
    const entries = earlier.map(([requests, refusals, hours = 0]) => ({ at: NOW - hours * HOUR, requests, refusals }));
    const file = join(temporaryFolder(), 'ledger.json');
    writeFileSync(file, JSON.stringify({ v: 1, keys: { key: { entries } } }));
    const record = readLedger(file, NOW).records.get('key') ?? { entries: [] };
    const budget = { perDay: 1_000, shareOfDay: 0.5, refusals: 16 };
    return objectionsTo(record, { requests, refusals }, budget, NOW)[0] ?? 'it fits';
  }));

/** A state folder, and runs with one key of a staging service at a moment. */
function state() {
  const env = { XDG_STATE_HOME: temporaryFolder(), HOME: temporaryFolder() };
  const key = apiKey('free#1', 'key-of-the-test');
  const use = { key, perDay: 1_000, requests: 69, refusals: 8 };
  const user = (run: string, host = 'api.example.com') => ({ run, host, class: 'staging' as const });
  const ioAt = (at: number) => ({ env, clock: virtualClock({ startAt: at }) });
  return {
    file: ledgerFile(env),
    begin: (run: string, at = NOW, host?: string) => lockKeys([use], user(run, host), ioAt(at)),
    objections: (at = NOW) => objectionsToKeys([use], user('later'), ioAt(at)),
    sent: (requests: number, refusals: number) => new Map([[key.label, { requests, refusals }]]),
  };
}

it('the ledger counts the maximum of a run that did not finish or was killed, and what was sent by any other', () => {
  const { begin, file, sent } = state();
  begin('run-1')();
  begin('run-2')(sent(67, 5));
  begin('run-3', NOW + HOUR);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"pid":\d+/, `"pid":${spawnSync('true').pid}`));
  begin('run-4', NOW + HOUR + 1)(sent(1, 0));
  const [record] = readLedger(file, NOW + HOUR + 1).records.values();
  expect(record?.entries).toEqual([
    { at: NOW, requests: 69, refusals: 8 },
    { at: NOW, requests: 67, refusals: 5 },
    { at: NOW + HOUR, requests: 69, refusals: 8 },
    { at: NOW + HOUR + 1, requests: 1, refusals: 0 },
  ]);
});

it.each(['127.0.0.1:80', '127.0.0.9:80', '[::1]:80', 'localhost.:80'])(
  'the ledger locks localhost and %s as one',
  (host) => {
    const { begin } = state();
    begin('run-1', NOW, 'localhost:80');
    expect(() => begin('run-2', NOW, host)).toThrow('run run-1');
    expect(() => begin('run-2', NOW, host.replace(/80$/, '81'))).not.toThrow();
  },
);

it('the ledger contains neither key nor host, beside no other file', () => {
  const { begin, file, sent } = state();
  begin('run-1')(sent(1, 0));
  expect(readFileSync(file, 'utf8')).not.toMatch(/key-of|example/);
  expect(readdirSync(dirname(file))).toEqual(['ledger.json']);
});

it('the ledger gives a key to one run at a time; the end of an earlier run keeps the lock of a later one', () => {
  const { begin, objections, sent } = state();
  const first = begin('run-1');
  expect(() => begin('run-2')).toThrow(/run-1 .*wait until it has ended$/);
  first(sent(1, 0));
  const second = begin('run-2');
  first();
  expect(objections()).toEqual([expect.stringContaining('run run-2')]);
  second();
  expect(objections()).toEqual([]);
});

it('the ledger knows of a run of another machine until its time limit', () => {
  const { begin, objections, file } = state();
  begin('run-9');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"host":"[^"]*"/, '"host":"elsewhere"'));
  const says = /run-9 \(process \d+ on elsewhere, since 2026-11-21T12:.*, at the latest at 2026-11-22T12:/;
  expect(objections()).toEqual([expect.stringMatching(says)]);
  expect(objections(NOW + 25 * HOUR)).toEqual([]);
});

it.each<[string, (file: string) => unknown, RegExp]>([
  ['of another format', (file) => writeFileSync(file, '{"v":2,"keys":{}}'), /is damaged/],
  ['that is a folder', (file) => mkdirSync(file), /cannot read .*EISDIR.* or remove it/],
  ['with a malformed entry', (file) => writeFileSync(file, '{"v":1,"keys":{"k":{"entries":[{}]}}}'), /is damaged/],
])('the ledger %s is not taken for unused keys', (_what, make, says) => {
  const { begin, objections, file } = state();
  mkdirSync(dirname(file), { recursive: true });
  make(file);
  expect(() => begin('run-1')).toThrow(says);
  expect(objections()).toEqual([expect.stringMatching(says)]);
});

it('the ledger names XDG_STATE_HOME if the folder cannot be made, is a file or can no longer be written', () => {
  const { begin, file } = state();
  const run = begin('run-0');
  for (const path of ['/proc/storecheck/ledger.json', join(file, 'below', 'ledger.json')])
    expect(changeLedger(path, NOW, () => undefined)).toMatch(/set XDG_STATE_HOME/);
  mkdirSync(`${file}.lock`);
  writeFileSync(join(`${file}.lock`, 'a'), JSON.stringify({ pid: 1, host: 'elsewhere', since: NOW }));
  expect(run()).toMatch(/process 1 on elsewhere has held .*ledger.json.lock.a since .* or remove the file/);
});
