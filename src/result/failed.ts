import type { Result } from './result.ts';

/** The requirements that failed, once each in the result's order: patterns for `--only`. A waived finding failed, too. */
export function failedIds({ requirements }: Pick<Result, 'requirements'>): string[] {
  return [...new Set(requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))];
}
