import type { Settings } from '../../exchange/records/run-record.ts';
import { matchesPattern } from '../../spec/pattern.ts';

/** Whether the run judges this requirement: an `--only` pattern matches it (or there is none), and no `--skip` pattern does. */
export function isSelected(id: string, { only, skip }: Pick<Settings, 'only' | 'skip'>): boolean {
  return (
    (only.length === 0 || only.some((pattern) => matchesPattern(id, pattern))) &&
    !skip.some((pattern) => matchesPattern(id, pattern))
  );
}
