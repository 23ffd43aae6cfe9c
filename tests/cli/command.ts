import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = new URL('../../', import.meta.url).pathname;
const BUILT = join(ROOT, 'dist/storecheck.cjs');

let built: Promise<string> | undefined;

/** The single file that a user runs: dist/storecheck.cjs, or, where the sources are newer, a build of theirs in the temp folder. */
export function commandFile(): Promise<string> {
  built ??= newest() > modified(BUILT) ? buildAside() : Promise.resolve(BUILT);
  return built;
}

const modified = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function newest(): number {
  const files = ['src', 'suites'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  );
  return Math.max(...files.map(modified));
}

/** With the settings of build.mjs. Workers build at once, so each renames a file of its own into place. */
async function buildAside(): Promise<string> {
  const folder = join(tmpdir(), 'storecheck-built-for-tests');
  const outfile = join(folder, `storecheck-${Math.round(newest())}.cjs`);
  if (existsSync(outfile)) return outfile;
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const document = readFileSync(join(ROOT, 'docs/animal-store-service.md'));
  const own = `${outfile}.${process.pid}`;
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/cli/main.ts'],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.18',
    mainFields: ['module', 'main'],
    outfile: own,
    banner: { js: '#!/usr/bin/env node' },
    define: {
      STORECHECK_VERSION: JSON.stringify(version),
      SPEC_SHA256: JSON.stringify(createHash('sha256').update(document).digest('hex')),
    },
    logLevel: 'silent',
  });
  const load = join(folder, 'load');
  if (!existsSync(load)) symlinkSync(join(ROOT, 'dist/load'), load);
  renameSync(own, outfile);
  return outfile;
}
