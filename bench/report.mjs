// Measures reports: the time for all of a check run, the size of that of a limits run, and a journal too long for memory.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, CLI, measuring, medianOf, node, row, work } from './tools.mjs';

const ROUNDS = 7;
const FORMATS = ['html', 'junit', 'har', 'markdown', 'json', 'github', 'terminal'];
const EXCHANGES = 100_000;
/** Megabytes of heap: too few for so many exchanges, so they must be read one by one. */
const SMALL_HEAP = 160;
/** The same for the limit of a million exchanges. */
const LIMITER_HEAP = 320;

/** From the folders of a check run and a limits run. */
export async function reportRows(checked, limited) {
  measuring('reports');
  const files = FORMATS.map((name) => `${name}=${join(work, `of-a-check.${name}`)}`);
  const args = [CLI, 'report', checked, '--quiet', '--reporter', files.join(',')];
  const all = medianOf(ROUNDS, () => node(args));
  const note = `${FORMATS.length} formats, start of the process included (under 300 ms)`;
  row('all reports of a check run', `${all.toFixed(0)} ms`, note, all < 300);
  const html = statSync(join(limited, 'report.html')).size / 1e6;
  row('report.html of three plans', `${html.toFixed(2)} MB`, '(under 1 MB)', html < 1);

  measuring('the limit of 1,000,000 exchanges');
  const limiter = node([`--max-old-space-size=${LIMITER_HEAP}`, await bundled('bench/limiter.ts')]);
  const seconds = Number(limiter.stdout) / 1_000;
  row(
    'limits judged from 1,000,000 exchanges',
    `${seconds.toFixed(1)} s, ${limiter.megabytes.toFixed(0)} MB`,
    `heap of ${LIMITER_HEAP} MB (under 10 s and 500 MB)`,
    seconds < 10 && limiter.megabytes < 500,
  );

  measuring(`a limits run of ${EXCHANGES.toLocaleString('en')} exchanges`);
  const folder = join(work, 'long');
  mkdirSync(folder);
  node([await bundled('bench/long-journal.ts'), join(folder, 'exchanges.ndjson'), String(EXCHANGES)]);
  for (const options of [
    ['--judge', '--write'],
    ['--reporter', 'html,har'],
  ]) {
    const heap = `--max-old-space-size=${SMALL_HEAP}`;
    const { milliseconds, megabytes } = node([heap, CLI, 'report', folder, '--quiet', ...options]);
    row(
      `report of ${EXCHANGES.toLocaleString('en')} exchanges`,
      `${(milliseconds / 1_000).toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
      `${options.join(' ')}, heap of ${SMALL_HEAP} MB (under 500 MB)`,
      megabytes < 500,
    );
  }
}
