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

export function waysToGetK6(platform: NodeJS.Platform): string[] {
  return [...(BY_PLATFORM[platform] ?? ['https://grafana.com/docs/k6/latest/set-up/install-k6/']), ...ANYWHERE];
}
