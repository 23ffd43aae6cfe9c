import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type FoundK6, findK6 } from '../../src/k6/index.ts';
import { REAL_CLOCK } from '../real-io.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const moduleDir = join(root, 'load', 'k6');

/** The first run on a machine builds it; that takes minutes. */
export const BUILD_TIMEOUT = 600_000;

export function realK6(): Promise<FoundK6> {
  return findK6({ env: process.env, moduleDir, clock: REAL_CLOCK });
}
