import { join } from 'node:path';
import type { LoadScript } from '../../src/exchange/records/load-config.ts';

const DIST = new URL('../../dist/', import.meta.url).pathname;

/** The file that a user runs. It loads dist/commands.cjs. */
export const BUILT = join(DIST, 'storecheck.cjs');

const built = (script: string) => join(DIST, `load/${script}.js`);

/** The file that k6 runs, by the name of the script. */
export const LOAD_SCRIPTS = {
  quota: built('quota'),
  sustain: built('paced'),
  daily: built('paced'),
  capacity: built('capacity'),
} as const satisfies Record<LoadScript, string>;

/** The folder with the load scripts and the Go module that pins k6. */
export const ASSETS = join(DIST, 'load');
