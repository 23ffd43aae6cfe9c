// A million requests of a capacity run judged by the command. Part of `npm run bench`.
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measured } from './node.mjs';

const MILLION = 1_000_000;

/** A row as bench/run.mjs prints it: the journal of the run in `from`, its samples repeated until they are a million. */
export async function millionRow(cli, from, folder) {
  mkdirSync(folder);
  await stretch(join(from, 'exchanges.ndjson'), join(folder, 'exchanges.ndjson'));
  const { stdout, seconds, megabytes } = measured([cli, 'judge', folder, '--reporter', 'json'], { codes: [0, 1, 3] });
  const sent = JSON.parse(stdout).capacity.steps[0]?.sent;
  if (!(sent >= MILLION)) throw new Error(`${sent} requests were judged`);
  return [
    'capacity judged from 1,000,000 requests',
    `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    '(under 20 s and 600 MB) journal read, bootstrap, report',
    seconds < 20 && megabytes < 600,
  ];
}

/** Copies follow each other in time and number, as one long step. */
async function stretch(from, to) {
  const records = readFileSync(from, 'utf8').trim().split('\n').map(JSON.parse);
  const samples = records.filter(({ kind, n }) => kind === 'sample' && n >= 0);
  const { step } = records.find(({ kind }) => kind === 'start').config;
  const copies = Math.ceil(MILLION / samples.length) + 1;
  const file = createWriteStream(to);
  const write = (record) => file.write(`${JSON.stringify(record)}\n`) || new Promise((go) => file.once('drain', go));
  const first = records.findIndex(({ kind }) => kind === 'sample');
  for (const record of records.slice(0, first))
    await write(
      record.kind === 'start'
        ? { ...record, config: { ...record.config, step: { ...step, count: copies * step.count } } }
        : record,
    );
  for (let copy = 0; copy < copies; copy += 1) {
    const shift = (copy * step.count * 60_000) / step.perMinute;
    for (const { n, due, sent, received, ...rest } of samples)
      await write({
        ...rest,
        n: n + copy * step.count,
        due: due + shift,
        sent: sent + shift,
        received: received + shift,
      });
  }
  for (const record of records.slice(first)) if (record.kind !== 'sample') await write(record);
  await new Promise((resolve) => file.end(resolve));
}
