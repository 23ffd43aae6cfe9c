import type { LockOwner } from '../../io/lock.ts';
import { type K6SearchCode, type K6SearchProblem, type K6SearchValues, k6Missing } from '../../text/k6.ts';

/** No usable k6. The message lists what was tried and every way to get one. */
export class K6NotFoundError extends Error {
  override readonly name = 'K6NotFoundError' as const;
  readonly notes: readonly K6SearchProblem[];

  constructor(notes: readonly K6SearchProblem[], platform: NodeJS.Platform, options?: ErrorOptions) {
    const tried = notes.map(({ reason }) => `  ${reason}`);
    const ways = waysToGetK6(platform).map((way) => `  - ${way}`);
    super(['k6 2.x was not found:', ...tried, 'Ways to get it:', ...ways].join('\n'), options);
    this.notes = notes;
  }
}

/** Official channels of k6 2.x by operating system. The distributions have no k6 package of their own. */
const BY_PLATFORM: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['brew install k6'],
  win32: ['winget install k6 --source winget', 'choco install k6'],
  linux: [
    'Debian, Ubuntu, Fedora: add the repository of https://grafana.com/docs/k6/latest/set-up/install-k6/, then `apt-get install k6` or `dnf install k6`',
    'any Linux: k6-v2.2.0-linux-amd64.tar.gz (or -arm64) with k6-v2.2.0-checksums.txt from https://github.com/grafana/k6/releases/tag/v2.2.0',
  ],
};

const ANYWHERE = [
  'install Go 1.25 or newer (https://go.dev/dl/): storecheck then builds the pinned k6 once, in about 2 minutes',
  'use a k6 from another folder: --k6 PATH, or K6_BIN=PATH',
] as const;

function waysToGetK6(platform: NodeJS.Platform): string[] {
  return [...(BY_PLATFORM[platform] ?? ['https://grafana.com/docs/k6/latest/set-up/install-k6/']), ...ANYWHERE];
}

/** The build failed. The message says why and how to fix it. */
export class K6BuildError extends Error {
  override readonly name = 'K6BuildError' as const;
  readonly problem: K6SearchProblem;

  constructor(problem: K6SearchProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

const failure = <Code extends K6SearchCode>(code: Code, ...values: K6SearchValues<Code>) =>
  new K6BuildError(k6Missing(code, ...values));

const MODULE_DOWNLOAD =
  /dial (tcp|udp)|no such host|i\/o timeout|proxyconnect|connection (refused|reset)|TLS handshake|tls: |x509:|GOPROXY=off|reading https?:|Get "https?:|unexpected EOF/;

/** The message for a Go that failed with `stderr`. `proxy` is Go's GOPROXY. */
export function goFailure(end: string, stderr: string, proxy: string, root: string): K6BuildError {
  // What `go list -x` traces.
  const lines = stderr
    .split('\n')
    .filter((line) => line !== '' && !/^(#|WORK=|mkdir |cd |go: downloading )/.test(line));
  const tail = lines.join('\n').slice(-600).trim();
  if (/no space left on device|disk quota exceeded|not enough space on the disk/i.test(stderr)) {
    const line = lines.find((text) => /no space|quota exceeded|not enough space/i.test(text))?.trim();
    return noSpace(root, line);
  }
  const network = lines.find((line) => MODULE_DOWNLOAD.test(line));
  if (network !== undefined) return noModules(proxy, network.trim());
  if (/signal: killed|cannot allocate memory|out of memory/.test(stderr))
    return failure('go-out-of-memory', { output: tail });
  return failure('go-failed', { end, output: tail === '' ? '' : `:\n${tail}` });
}

const noModules = (proxy: string, reason: string) =>
  failure('modules-not-downloaded', { proxy: withoutPassword(proxy), failure: withoutPassword(reason) });

/** Another host, whose processes this one cannot see, holds the lock of the build. */
export function builtElsewhere(lock: string, { pid, host, since }: LockOwner, now: number): K6BuildError {
  const age = Math.max(0, Math.round((now - since) / 60_000));
  return failure('built-elsewhere', { pid, host, age, lock });
}

export const silentProxy = (proxy: string, seconds: number) =>
  failure('proxy-silent', { proxy: withoutPassword(proxy), seconds });

/** The message for a file operation in the cache folder that failed; any other error as it is. */
export function cacheFailure(error: unknown, root: string): unknown {
  if (error instanceof K6BuildError || !(error instanceof Error) || !('syscall' in error) || !('code' in error))
    return error;
  if (error.code === 'ENOENT' && 'path' in error && error.path === 'go') return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return noSpace(root, error.message);
  return failure('cache-read-only', { root, failure: String(error.code) });
}

const noSpace = (root: string, line: string | undefined) =>
  failure('cache-full', { root, detail: line === undefined ? '' : ` (${line})` });

const withoutPassword = (text: string) => text.replace(/(\/\/)[^/@\s]+@/g, '$1…@');
