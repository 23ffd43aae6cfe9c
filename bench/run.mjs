// Compares each number with its limit, or with a bare program that does the same. Not a test, because machines are noisy. `npm run bench`
import { readFileSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { capacityRows } from './capacity.mjs';
import { checkRows } from './check.mjs';
import { limitsRows } from './limits.mjs';
import { reportRows } from './report.mjs';
import { startRows } from './start.mjs';
import { CLI, row, work } from './tools.mjs';

try {
  const size = [CLI, CLI.replace('storecheck', 'commands')].reduce((sum, file) => sum + readFileSync(file).length, 0);
  row('size of the command', `${(size / 1e6).toFixed(2)} MB`, '', true);
  await startRows();
  const checked = await checkRows();
  const limited = await limitsRows();
  await reportRows(checked, limited);
  await capacityRows();
} finally {
  rmSync(work, { recursive: true });
}
console.log(`     ${Math.round(performance.now() / 1_000)} s`);
