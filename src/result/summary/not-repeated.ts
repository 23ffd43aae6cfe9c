import type { ReasonCode } from '../../text/reasons/index.ts';
import type { Result } from '../result.ts';
import type { Row } from './causes.ts';

/** The flag without which a run skips a requirement for this reason. */
const FLAGS = {
  'read-only': '--allow-writes',
  'key-not-in-url': '--key-in-url',
} as const satisfies Partial<Record<ReasonCode, string>>;

/** Failures of the earlier run that a rerun skipped for one reason. */
export interface NotRepeated {
  readonly code: keyof typeof FLAGS;
  /** Absent if the user forbids it. */
  readonly flag: string | undefined;
  readonly names: readonly string[];
}

export function notRepeatedIn({ rerun, settings }: Result, rows: readonly Row[]): NotRepeated[] {
  const open = rows.filter(({ name }) => rerun?.unproven.includes(name));
  return (['read-only', 'key-not-in-url'] as const).flatMap((code) => {
    const names = open.filter((row) => row.code === code).map(({ name }) => name);
    const isForbidden = code === 'read-only' && settings.readOnlyBy !== undefined;
    return names.length === 0 ? [] : [{ code, flag: isForbidden ? undefined : FLAGS[code], names }];
  });
}
