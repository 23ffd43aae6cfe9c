// Measures the ledger of a key that 1,000 runs used within a day: its size, and the time that it costs a run.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../src/cli/process-io.ts';
import { apiKey } from '../src/exchange/api-key.ts';
import { changeLedger, ledgerFile, recordName, withRun } from '../src/ledger/ledger.ts';
import { lockKeys } from '../src/run/lock-keys.ts';

const RUNS = 1_000;
const ROUNDS = 25;
const HOST = 'store.example.com';

const state = mkdtempSync(join(tmpdir(), 'storecheck-bench-ledger-'));
const env = { XDG_STATE_HOME: state };
const key = apiKey('free#1', 'a-key-of-the-bench');
const clock = systemClock();
const work = { requests: 60, refusals: 8 };
const dayAgo = Math.floor(clock.now()) - 24 * 3_600_000;
const entries = Array.from({ length: RUNS }, (_, index) => dayAgo + (index + 1) * 86_000).reduce<
  ReturnType<typeof withRun>
>((before, at) => withRun(before, at, work), []);
const file = ledgerFile(env);
changeLedger(file, clock.now(), (records) => records.set(recordName(key, HOST), { entries }));
const user = { run: '20261121T110846Z-d2dba9', host: HOST, class: 'staging' } as const;
const times = Array.from({ length: ROUNDS }, () => {
  const began = performance.now();
  const perDay = Infinity;
  const settle = lockKeys([{ key, perDay, requests: 60, refusals: 0 }], user, { env, clock });
  settle(new Map([[key.label, { requests: 56, refusals: 0 }]]));
  return performance.now() - began;
});
const milliseconds = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
console.log(JSON.stringify({ kilobytes: statSync(file).size / 1_000, milliseconds }));
rmSync(state, { recursive: true });
