import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Env, k6Environment } from './environment.ts';

/** Scripts are written for 2.x: 1.x lacks what they use, and a 3.x may have dropped it. */
export const ACCEPTED = '>=2.0 <3';

export function isAccepted(version: string): boolean {
  return /^v2\.\d+\.\d+/.test(version);
}

/** The version of a binary, e.g. `v2.2.0`, or why it does not tell one. */
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
      ? { problem: `${path} is not a k6: it answers \`version --json\` with something else` }
      : { version };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { problem: `${path} cannot be run: ${reason}` };
  }
}
