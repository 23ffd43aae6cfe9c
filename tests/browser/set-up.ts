import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser. */
    readonly chromium: string;
  }
}

const UNPACKED = resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium/unpacked');
/** Unpacks into the folder for temporary files. */
const UNPACK = "import('@sparticuz/chromium').then((browser) => browser.default.executablePath());";

/** Before the tests of pages: unpacks the browser once, into the folder of its package, which takes 2 s. The rename makes it appear complete. */
export function setup(project: TestProject): void {
  if (!existsSync(UNPACKED)) {
    const own = mkdtempSync(`${UNPACKED}-`);
    execFileSync(process.execPath, ['-e', UNPACK], { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: own } });
    try {
      renameSync(own, UNPACKED);
    } catch (error) {
      // Another run may have been faster.
      rmSync(own, { recursive: true });
      if (!existsSync(UNPACKED)) throw error;
    }
  }
  project.provide('chromium', join(UNPACKED, 'chromium'));
}
