import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import type { K6Progress } from '../src/io/k6-launcher.ts';
import { findK6, K6NotFoundError } from '../src/k6/index.ts';
import { ASSETS, BUILT } from './built.ts';
import { REAL_CLOCK } from './real-io.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser. */
    readonly chromium: string;
    /** Where k6 is, or why there is none. */
    readonly k6: { readonly path: string; readonly version: string } | { readonly missing: string };
  }
}

const ROOT = new URL('../', import.meta.url).pathname;
const SOURCES = ['src', 'suites', 'load'];

const temporary = mkdtempSync(join(tmpdir(), 'storecheck-tests-'));

/** Before all tests: builds dist if a source is newer, and k6 once for this machine. Tests get a temporary folder of their own. */
export async function setup(project: TestProject): Promise<void> {
  const browser = await unpackedBrowser();
  process.env['TMPDIR'] = temporary;
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  );
  const newest = Math.max(...[...files, join(ROOT, 'build.mjs')].map(modified));
  if (newest > modified(BUILT)) execFileSync(process.execPath, ['build.mjs'], { cwd: ROOT, stdio: 'inherit' });
  project.provide('chromium', browser);
  project.provide('k6', await k6OrReason());
}

/** Killed processes and the browser leave files, which go with the folder. */
export function teardown(): void {
  rmSync(temporary, { recursive: true, force: true });
}

/** Unpacks the browser once, into the folder of its package, which takes 2 s of processor time. The rename makes it appear complete. */
async function unpackedBrowser(): Promise<string> {
  const folder = join(ROOT, 'node_modules/@sparticuz/chromium/unpacked');
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`);
    process.env['TMPDIR'] = own;
    await chromium.executablePath();
    try {
      renameSync(own, folder);
    } catch (error) {
      // Another run may have been faster.
      rmSync(own, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
}

const modified = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function k6OrReason() {
  try {
    const moduleDir = join(ASSETS, 'k6');
    const { path, version } = await findK6({ env: process.env, moduleDir, clock: REAL_CLOCK, onProgress });
    return { path, version };
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return { missing: error.message };
  }
}

/** A line at the start, and one every 20 s. */
function onProgress({ state, seconds }: K6Progress): void {
  const what = state === 'building' ? 'Building k6 with Go' : 'Waiting for another process that builds k6';
  if (seconds % 20 === 0) process.stderr.write(`${what}, once for this machine: ${seconds} s\n`);
}
