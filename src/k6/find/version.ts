import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env } from '../../io/env.ts';
import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';
import { k6Environment } from '../environment.ts';

/** Accepted versions: 1.x lacks features that the scripts use, and 3.x may have removed some. */
export const ACCEPTED = '>=2.0 <3';

export function isAccepted(version: string): boolean {
  return /^v2\.\d+\.\d+/.test(version);
}

const PATIENCE_MS = 10_000;

/** The version of a k6 binary, e.g. `v2.2.0`, or why it cannot be used. */
export async function versionOf(
  path: string,
  env: Env,
): Promise<{ readonly version: string } | { readonly problem: K6SearchProblem }> {
  try {
    const { stdout } = await promisify(execFile)(path, ['version', '--json'], {
      env: k6Environment(env),
      timeout: PATIENCE_MS,
    });
    const version = /"version"\s*:\s*"(v\d[^"]*)"/.exec(stdout)?.[1];
    return version === undefined
      ? { problem: k6Missing('k6-without-version', { path, found: stdout.trim() }) }
      : { version };
  } catch (error) {
    return { problem: notStarted(path, error) };
  }
}

function notStarted(path: string, error: unknown): K6SearchProblem {
  if (!(error instanceof Error)) return k6Missing('k6-not-started', { path, failure: String(error) });
  if ('killed' in error && error.killed === true) return k6Missing('k6-silent', { path, seconds: PATIENCE_MS / 1_000 });
  return k6Missing('k6-not-started', { path, failure: error.message.split('\n')[0] ?? '' });
}
