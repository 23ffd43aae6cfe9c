/** No usable k6. The message lists what was tried and every way to get one. */
export class K6NotFoundError extends Error {
  override readonly name = 'K6NotFoundError' as const;
  readonly notes: readonly string[];

  constructor(notes: readonly string[], options?: ErrorOptions) {
    super(['k6 2.x was not found:', ...notes.map((note) => `  ${note}`), WAYS].join('\n'), options);
    this.notes = notes;
  }
}

const WAYS = `Ways to get it:
  - https://grafana.com/docs/k6/latest/set-up/install-k6/, e.g. \`brew install k6\` or \`winget install k6 --source winget\`
  - install Go 1.25 or newer (https://go.dev/dl/): storecheck then builds the pinned k6 once, in about 2 minutes
  - use a k6 from another folder: --k6 PATH, or K6_BIN=PATH`;
