import { join } from 'node:path';
import type { LoadScript } from '../exchange/index.ts';

/** What lies beside the command's single file: the bundled load scripts and the Go module that pins k6 (build.mjs). */
const LOAD = join(__dirname, 'load');

export const LOAD_SCRIPTS: Readonly<Record<LoadScript, string>> = {
  quota: join(LOAD, 'quota.js'),
  sustain: join(LOAD, 'sustain.js'),
  daily: join(LOAD, 'daily.js'),
  ban: join(LOAD, 'ban.js'),
  capacity: join(LOAD, 'capacity.js'),
};

export const K6_MODULE = join(LOAD, 'k6');
