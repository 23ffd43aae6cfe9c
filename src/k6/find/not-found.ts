import { waysToGetK6 } from './ways.ts';

/** No usable k6. The message lists what was tried and every way to get one. */
export class K6NotFoundError extends Error {
  override readonly name = 'K6NotFoundError' as const;
  readonly notes: readonly string[];

  constructor(notes: readonly string[], platform: NodeJS.Platform, options?: ErrorOptions) {
    const tried = notes.map((note) => `  ${note}`);
    const ways = waysToGetK6(platform).map((way) => `  - ${way}`);
    super(['k6 2.x was not found:', ...tried, 'Ways to get it:', ...ways].join('\n'), options);
    this.notes = notes;
  }
}
