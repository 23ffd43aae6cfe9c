import type { Result } from '../../result/result.ts';
import type { TerminalOptions } from '../terminal/options.ts';

/** The command that repeats the failures of a run, with its options and key sources. A capacity run cannot be repeated in part. */
export function againCommand(
  { run }: Result,
  { folder, called, originalCall }: Pick<TerminalOptions, 'folder' | 'called' | 'originalCall'>,
): string | undefined {
  if (folder === undefined || run.command === 'capacity') return undefined;
  return [called, 'rerun --failed', folder, ...(originalCall?.options ?? [])].join(' ');
}
