import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import { BUNDLE, SCRIPTS } from '../../load/bundle.ts';
import { type FoundK6, findK6, type LoadScript } from '../../src/k6/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const moduleDir = join(root, 'load', 'k6');

/** The first run on a machine builds it; that takes minutes. */
export const BUILD_TIMEOUT = 600_000;

export function realK6(): Promise<FoundK6> {
  return findK6({ env: process.env, moduleDir });
}

/** A folder for the calling test file, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storecheck-load-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles the load scripts as build.mjs does, into a folder of the test's own. */
export async function bundleLoad(folder: string): Promise<Readonly<Record<LoadScript, string>>> {
  const { mainFields, external, ...settings } = BUNDLE;
  const entryPoints = SCRIPTS.map((script) => join(root, `load/${script}.ts`));
  await build({ ...settings, mainFields: [...mainFields], external: [...external], entryPoints, outdir: folder });
  const built = (script: LoadScript) => join(folder, `${script}.js`);
  return {
    quota: built('quota'),
    sustain: built('sustain'),
    daily: built('daily'),
    ban: built('ban'),
    capacity: built('capacity'),
  };
}
