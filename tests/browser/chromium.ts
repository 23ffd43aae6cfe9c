import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

const UNPACKED = resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium/unpacked');
/** Unpacks into the folder for temporary files. */
const UNPACK = "import('@sparticuz/chromium').then((browser) => browser.default.executablePath());";

/** The path of the browser, unpacked once into the folder of its package, which takes 2 s. The rename makes it appear complete. */
export function unpackedChromium(): string {
  if (!existsSync(UNPACKED)) {
    const own = mkdtempSync(`${UNPACKED}-`);
    execFileSync(process.execPath, ['-e', UNPACK], { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: own } });
    renameSync(own, UNPACKED);
  }
  return join(UNPACKED, 'chromium');
}
