export type ResetUnit = 'seconds' | 'delta' | 'milliseconds' | 'microseconds' | 'date' | 'unreadable';

/** By magnitude: a delta is below 10^7, seconds since 1970 have ten digits (rule 2), milliseconds thirteen. */
export function resetUnit(value: number): Exclude<ResetUnit, 'date'> {
  if (value < 1e7) return 'delta';
  if (value < 1e9) return 'unreadable';
  if (value < 1e11) return 'seconds';
  return value < 1e14 ? 'milliseconds' : 'microseconds';
}

export function resetUnitOf(text: string): ResetUnit {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return Number.isNaN(Date.parse(text)) ? 'unreadable' : 'date';
  return resetUnit(Number(text));
}
