import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';

/** No usable k6. The message lists what was tried and every way to get one. */
export class K6NotFoundError extends Error {
  override readonly name = 'K6NotFoundError' as const;
  readonly notes: readonly K6SearchProblem[];

  constructor(notes: readonly K6SearchProblem[], platform: NodeJS.Platform, options?: ErrorOptions) {
    const tried = notes.map(({ reason }) => `  ${reason}`);
    const ways = [...(BY_PLATFORM[platform] ?? [INSTALL]), ...ANYWHERE].map((way) => `  - ${way}`);
    super(['k6 2.x was not found:', ...tried, 'Ways to get it:', ...ways].join('\n'), options);
    this.notes = notes;
  }
}

const INSTALL = 'https://grafana.com/docs/k6/latest/set-up/install-k6/';

/** Official channels of k6 2.x by operating system. The distributions have no k6 package of their own. */
const BY_PLATFORM: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['brew install k6'],
  win32: ['winget install k6 --source winget', 'choco install k6'],
  linux: [
    `Debian, Ubuntu, Fedora: add the repository of ${INSTALL}, then \`apt-get install k6\` or \`dnf install k6\``,
    'any Linux: k6-v2.2.0-linux-amd64.tar.gz (or -arm64) with k6-v2.2.0-checksums.txt from https://github.com/grafana/k6/releases/tag/v2.2.0',
  ],
};

const ANYWHERE = [
  'install Go 1.25 or newer (https://go.dev/dl/): storecheck then builds the pinned k6 once, in about 2 minutes',
  'use a k6 from another folder: --k6 PATH, or K6_BIN=PATH',
] as const;

/** The build failed. The message says why and how to fix it. */
export class K6BuildError extends Error {
  override readonly name = 'K6BuildError' as const;
  readonly problem: K6SearchProblem;

  constructor(problem: K6SearchProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

/** The error of a file operation in the cache folder; any other error as it is. */
export const cacheFailure = (error: unknown, root: string): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error
    ? new K6BuildError(k6Missing('cache-not-written', { root, failure: String(error.code) }))
    : error;
