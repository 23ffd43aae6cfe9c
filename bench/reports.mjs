// Reports: how long all of a check run take, how large that of a limits run is, and a journal too long for memory. Part of `npm run bench`.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { measured, median, node } from './node.mjs';

const ROUNDS = 7;
const FILES = ['html', 'junit', 'ctrf', 'har', 'markdown', 'badge'];

/** Rows as bench/run.mjs prints them. `checked` and `limited` are folders of runs; `bundled` makes a script of one in bench/. */
export async function reportsRows(cli, work, { checked, limited, bundled }) {
  const together = median(Array.from({ length: ROUNDS }, () => allReports(cli, checked, work)));
  const html = statSync(join(limited, 'report.html')).size / 1e6;
  const million = join(work, 'million');
  mkdirSync(million);
  node([await bundled('bench/million-journal.ts'), join(million, 'exchanges.ndjson')]);
  const judged = measured([cli, 'judge', million, '--write', '--quiet']);
  const shown = measured([cli, 'report', million, '--quiet', '--reporter', 'html,har']);
  return [
    [
      'all reports of a check run',
      `${together.toFixed(0)} ms`,
      `${FILES.length + 3} formats, start of the process included (under 300 ms)`,
      together < 300,
    ],
    ['report.html of three plans', `${html.toFixed(2)} MB`, '(under 1 MB)', html < 1],
    row('judge', 'written again', judged),
    row('report', 'html and har', shown),
  ];
}

const row = (command, what, { seconds, megabytes }) => [
  `${command} of 1,000,000 exchanges`,
  `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
  `${what} (under 500 MB)`,
  megabytes < 500,
];

/** Milliseconds. Three formats print, and only one of them can have stdout. */
function allReports(cli, folder, work) {
  const files = [...FILES, 'json', 'github', 'terminal'].map((name) => `${name}=${join(work, `of-a-check.${name}`)}`);
  return node([cli, 'report', folder, '--quiet', '--reporter', files.join(',')]).milliseconds;
}
