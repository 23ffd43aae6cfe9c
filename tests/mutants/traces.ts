/** A worker of `npm run mutants`: marks the mutants of which the judge says something else about a recorded trace of its share. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { groupBy } from '../../src/exchange/group.ts';
import { judgeExperiment } from '../../src/limiter/judge-experiment.ts';
import { judgedNow, type Line } from '../corpus/line.ts';

const { folder, prefix, ids, dead, share, shares } = workerData as {
  readonly folder: string;
  readonly prefix: string;
  readonly ids: readonly number[];
  /** By the number of a mutant: 1 if a trace shows it. Shared by all workers. */
  readonly dead: Uint8Array;
  readonly share: number;
  readonly shares: number;
};

/** A mutant that this many traces of a share reach, and none shows, survives. */
const ENOUGH = 100;

declare global {
  var $mutant: number;
  var $covered: Set<number> | undefined;
}

/** The verdicts on a trace. It is parsed anew each time: the judge remembers what it has read of an object. */
const verdictsOn = (line: string): string => JSON.stringify(judgedNow(JSON.parse(line)));

/** What the judge says of a trace; of an experiment with the texts of its findings, and its numbers. */
function said(line: string): string {
  const { experiment }: Line = JSON.parse(line);
  return experiment === undefined ? verdictsOn(line) : JSON.stringify(judgeExperiment(experiment));
}

const lines = readdirSync(folder)
  .filter((name) => name.startsWith(prefix) && name.endsWith('.ndjson.gz'))
  .flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .trimEnd()
      .split('\n'),
  )
  .filter((_, index) => index % shares === share);

const all = lines.map((line) => {
  globalThis.$covered = new Set();
  return { line, expected: said(line), covered: globalThis.$covered };
});
globalThis.$covered = undefined;

const alike = [...groupBy(all, ({ line }) => verdictsOn(line)).values()];
/** A fault shows more than one more conforming service. */
let traces = alike.toSorted((some, others) => some.length - others.length).flat();

function isOther({ line, expected }: (typeof traces)[number]): boolean {
  try {
    return said(line) !== expected;
  } catch {
    return true;
  }
}

for (const id of ids) {
  const some = traces.filter(({ covered }) => covered.has(id)).slice(0, ENOUGH);
  globalThis.$mutant = id;
  const killer = some.find((trace) => dead[id] === 0 && isOther(trace));
  if (killer === undefined) continue;
  dead[id] = 1;
  // It is likely to show the next one, which is near, too.
  traces = [killer, ...traces.filter((trace) => trace !== killer)];
}
