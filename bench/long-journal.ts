// Writes the journal of a limits run of one key: `node long-journal.cjs PATH EXCHANGES`.
import { closeSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { longRun } from './long-run.ts';

const [path = '', exchanges = ''] = process.argv.slice(2);
const file = openSync(path, 'wx', 0o600);
let lines = '';
for (const record of longRun(Number(exchanges)).records()) {
  lines += `${JSON.stringify(record)}\n`;
  if (lines.length < 1 << 20) continue;
  writeSync(file, lines);
  lines = '';
}
writeSync(file, lines);
closeSync(file);
