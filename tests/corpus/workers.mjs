// How `npm run corpus` and `npm run mutants` judge recorded traces: in as many threads as there are cores.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

/** Bundles a script in TypeScript, and returns the path of the bundle. */
export async function bundled(entry, outfile, options = {}) {
  const usual = { bundle: true, format: 'cjs', platform: 'node', logLevel: 'warning' };
  await build({ entryPoints: [entry], outfile, ...usual, ...options });
  return outfile;
}

/** What all workers post. `dataOf` gives each its share of the work. */
export async function postedBy(bundle, dataOf) {
  const shares = availableParallelism();
  const posted = [];
  const run = (share) =>
    new Promise((done, fail) => {
      new Worker(bundle, { workerData: dataOf(share, shares) })
        .on('message', (one) => posted.push(one))
        .on('error', fail)
        .on('exit', done);
    });
  await Promise.all(Array.from({ length: shares }, (_, share) => run(share)));
  return posted;
}
