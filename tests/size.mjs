// Counts the lines and files of the project, and fails above the limits that stand here. `npm run size`
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

const CODE = /\.(?:tsx?|mjs|css)$/;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));

/** In the folder of the tables: what changes the server, and the list of all rows with its test. */
const MECHANISM = /^tests\/faults\/(?:changes\/|limiters\/|tables\.test|index)/;
const isTable = (file) => /^tests\/faults\/|^src\/reference\/faults\.ts/.test(file) && !MECHANISM.test(file);
const product = files.filter(
  (file) => /^(?:src|suites|load)\//.test(file) && /\.(?:tsx?|css)$/.test(file) && !isTable(file),
);
const tables = files.filter((file) => isTable(file) && CODE.test(file));
const tests = files.filter((file) => file.startsWith('tests/') && CODE.test(file) && !isTable(file));
const golden = files.filter((file) => file.startsWith('tests/') && !CODE.test(file));

const linesOf = (list) => list.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);

/** What is counted, and its limit. An addition that does not fit deletes something else. */
const rows = [
  ['lines of src, suites and load', linesOf(product), 28_000],
  ['lines of fault and variant tables', linesOf(tables), 4_500],
  ['lines of tests', linesOf(tests), 13_000],
  ['lines of golden data', linesOf(golden), 5_500],
  ['files of src, suites and load', product.length, 280],
];

for (const [name, value, limit] of rows) {
  const note =
    value > limit ? `above its limit of ${limit.toLocaleString('en')}` : `at most ${limit.toLocaleString('en')}`;
  console.log(
    `${value > limit ? 'MISS' : 'ok  '} ${name.padEnd(36)} ${value.toLocaleString('en').padStart(8)}  ${note}`,
  );
}
if (rows.some(([, value, limit]) => value > limit)) process.exitCode = 1;
