import type { Result } from '../../result/result.ts';

/** Of the warnings, those that say why a key could not be used: its requirements have the same words as their reason. */
export function setUpNotes({ warnings, requirements }: Result): string[] {
  const reasons = new Set(requirements.map(({ reason }) => reason));
  return warnings.filter((warning) => reasons.has(warning));
}
