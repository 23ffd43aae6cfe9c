import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CachePlace } from './cache.ts';
import { type Env, goEnvironment } from './environment.ts';
import { versionOf } from './version.ts';

export interface BuildOptions {
  readonly moduleDir: string;
  readonly place: CachePlace;
  readonly env: Env;
  /** Called at the start and about every second. */
  readonly onProgress?: (elapsedSeconds: number) => void;
  readonly signal?: AbortSignal;
}

/** The build did not work; `stderr` is the end of what Go said. */
export class K6BuildError extends Error {
  override readonly name = 'K6BuildError' as const;
  readonly stderr: string;

  constructor(message: string, stderr: string) {
    super(stderr === '' ? message : `${message}:\n${stderr}`);
    this.stderr = stderr;
  }
}

const TAIL = 2_000;
const DAY = 24 * 3_600_000;

/**
 * Builds the pinned k6 into the cache. It is built in a folder of its own and then renamed into place, so that a half-built one is
 * never found, and of two builds at once the second finds the first one's result.
 */
export async function buildK6({ moduleDir, place, env, onProgress, signal }: BuildOptions): Promise<void> {
  await mkdir(place.root, { recursive: true });
  await sweep(place.root);
  const work = await mkdtemp(join(place.root, 'building-'));
  const began = Date.now();
  const tick = setInterval(() => onProgress?.(Math.round((Date.now() - began) / 1_000)), 1_000);
  onProgress?.(0);
  try {
    const binary = join(work, basename(place.binary));
    await goBuild(moduleDir, binary, env, signal);
    const built = await versionOf(binary, env);
    if ('problem' in built) throw new K6BuildError(built.problem, '');
    await takePlace(work, place, env);
  } finally {
    clearInterval(tick);
    await rm(work, { recursive: true, force: true });
  }
}

/** A folder that is not empty is not replaced: then somebody else was faster, or what lies there does not run. */
async function takePlace(work: string, { folder, binary }: CachePlace, env: Env): Promise<void> {
  try {
    await rename(work, folder);
  } catch {
    if ('version' in (await versionOf(binary, env))) return;
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  }
}

async function goBuild(cwd: string, output: string, env: Env, signal: AbortSignal | undefined): Promise<void> {
  const args = ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', output, 'go.k6.io/k6/v2'];
  let stderr = '';
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('go', args, {
      cwd,
      env: goEnvironment(env),
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal && { signal }),
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-TAIL);
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new K6BuildError(`building k6 failed (go ended with ${code})`, stderr.trim());
}

/** Folders of builds that were killed; one that is still going on is not a day old. */
async function sweep(root: string): Promise<void> {
  const abandoned = (await readdir(root)).filter((name) => name.startsWith('building-'));
  for (const name of abandoned) {
    const folder = join(root, name);
    const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > DAY) await rm(folder, { recursive: true, force: true });
  }
}
