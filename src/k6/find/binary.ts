import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Env } from '../../io/io.ts';
import { k6Environment } from '../run/environment.ts';

export async function executablesOnPath(name: string, env: Env): Promise<string[]> {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name));
  const found = await Promise.allSettled(paths.map((path) => access(path, constants.X_OK)));
  return paths.filter((_, index) => found[index]?.status === 'fulfilled');
}

const VERSION_TIMEOUT_MS = 10_000;

/** The version of a k6 binary, e.g. `v2.2.0`, or why it cannot be used: 1.x lacks features that the scripts use, 3.x is unknown. */
export async function versionOf(path: string, env: Env) {
  try {
    const options = { env: k6Environment(env), timeout: VERSION_TIMEOUT_MS };
    const { stdout } = await promisify(execFile)(path, ['version', '--json'], options);
    const version = /"version"\s*:\s*"(v\d[^"]*)"/.exec(stdout)?.[1];
    if (version !== undefined && /^v2\.\d+\.\d+/.test(version)) return { version };
    return { problem: `${path} is ${version === undefined ? 'not k6' : `k6 ${version}`}, but must be >=2.0 <3` };
  } catch (error) {
    const isSlow = error instanceof Error && 'killed' in error && error.killed === true;
    const [failure] = (error instanceof Error ? error.message : String(error)).split('\n');
    return {
      problem: `Cannot run ${path}: ${isSlow ? `it printed no version within ${VERSION_TIMEOUT_MS / 1_000} s` : failure}`,
    };
  }
}

export class K6NotFoundError extends Error {
  override readonly name = 'K6NotFoundError' as const;
  readonly notes: readonly string[];
  /** Whether Go is present, so that storecheck can build k6. */
  readonly isBuildable: boolean;

  constructor(notes: readonly string[], options: ErrorOptions & { readonly isBuildable?: true } = {}) {
    super(['k6 2.x was not found:', ...notes.map((note) => `  ${note}`), WAYS].join('\n'), options);
    this.notes = notes;
    this.isBuildable = options.isBuildable ?? false;
  }
}

const WAYS = `Ways to get it:
  - https://grafana.com/docs/k6/latest/set-up/install-k6/, e.g. \`brew install k6\` or \`winget install k6 --source winget\`
  - install Go 1.25 or newer (https://go.dev/dl/): storecheck then builds the pinned k6 once, in about 2 minutes
  - use a k6 from another folder: --k6 PATH, or K6_BIN=PATH`;
