import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Env, k6Environment } from '../environment.ts';

/** Accepted versions: 1.x lacks features that the scripts use, and 3.x may have removed some. */
export const ACCEPTED = '>=2.0 <3';

export function isAccepted(version: string): boolean {
  return /^v2\.\d+\.\d+/.test(version);
}

/** The version of a k6 binary, e.g. `v2.2.0`, or why it cannot be used. */
export async function versionOf(
  path: string,
  env: Env,
): Promise<{ readonly version: string } | { readonly problem: string }> {
  try {
    const { stdout } = await promisify(execFile)(path, ['version', '--json'], {
      env: k6Environment(env),
      timeout: 10_000,
    });
    const version = /"version"\s*:\s*"(v\d[^"]*)"/.exec(stdout)?.[1];
    return version === undefined
      ? { problem: `${path} is not k6: it printed no version for \`version --json\`` }
      : { version };
  } catch (error) {
    return { problem: `Cannot run ${path}: ${reasonOf(error)}` };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('killed' in error && error.killed === true) return 'it printed no version within 10 s';
  return error.message.split('\n')[0] ?? '';
}
