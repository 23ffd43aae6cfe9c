/** A worker of `npm run mutants`: posts the mutants of which the judge says something else about a recorded trace. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { judgedNow } from '../corpus/line.ts';

const { folder, ids } = workerData as { readonly folder: string; readonly ids: readonly number[] };

/** A mutant that this many traces reach, and none shows, survives. */
const ENOUGH = 100;

declare global {
  var $mutant: number;
  var $covered: Set<number> | undefined;
}

/** What the judge says of a trace. It is parsed anew each time: the judge remembers what it has read of an object. */
const said = (line: string): string => JSON.stringify(judgedNow(JSON.parse(line)));

const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.ndjson.gz'))
  .flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .trimEnd()
      .split('\n'),
  );

globalThis.$mutant = 0;
const traces = lines.map((line) => {
  globalThis.$covered = new Set();
  return { line, expected: said(line), covered: globalThis.$covered };
});
globalThis.$covered = undefined;

function isShown(id: number): boolean {
  const reached = traces.filter(({ covered }) => covered.has(id));
  const step = Math.max(1, reached.length / ENOUGH);
  const some = reached.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
  globalThis.$mutant = id;
  try {
    return some.some(({ line, expected }) => said(line) !== expected);
  } catch {
    return true;
  } finally {
    globalThis.$mutant = 0;
  }
}

for (const id of ids) if (isShown(id)) parentPort?.postMessage(id);
