// A key that was used in 1,000 runs within a day: how large its ledger is, and what it costs a run to book in it.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../src/cli/process-io.ts';
import { openLedger } from '../src/ledger/open.ts';

const ENTRIES = 1_000;
const ROUNDS = 25;

const folder = mkdtempSync(join(tmpdir(), 'storecheck-bench-ledger-'));
const file = join(folder, 'key.json');
const now = Date.now();
const entries = Array.from({ length: ENTRIES }, (_, index) => ({
  at: now - index * 1_000,
  run: '20261121T110845Z-d2dba9',
  requests: 100_000,
  refusals: 8,
}));
const before = JSON.stringify({ v: 1, entries });
const times = Array.from({ length: ROUNDS }, () => {
  writeFileSync(file, before);
  const began = performance.now();
  const { reserve, settle } = openLedger(file, '20261121T110846Z-d2dba9', systemClock());
  reserve({ requests: 60, refusals: 8 });
  settle({ requests: 56, refusals: 5 });
  return performance.now() - began;
});
const milliseconds = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
console.log(JSON.stringify({ kilobytes: statSync(file).size / 1_000, milliseconds }));
rmSync(folder, { recursive: true });
