import { wrap } from '../../reporters/text/inert.ts';

/** The end of a dry run: why the run itself would be refused as it was called, and what to add; empty where it would not. */
export function needsText(needs: readonly string[], width: number): string {
  if (needs.length === 0) return '';
  const reasons = needs.map((reason) => wrap(reason, width, '  ', '    '));
  return ['As it was called, the run itself would be refused:', ...reasons, ''].join('\n');
}
