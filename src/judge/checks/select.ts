import type { Settings } from '../../exchange/records/run-record.ts';
import { matcherOf } from '../../spec/pattern.ts';

/** Whether the run judges this requirement: an `--only` pattern matches it (or there is none), and no `--skip` pattern does. */
export function isSelected(id: string, { only, skip }: Pick<Settings, 'only' | 'skip'>): boolean {
  return (only.length === 0 || matcherOf(only)(id)) && !matcherOf(skip)(id);
}
