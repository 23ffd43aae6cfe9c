import type { KeyLabel } from '../../src/exchange/exchange.ts';

/** Key values by label. */
export type Keys = ReadonlyMap<KeyLabel, string>;

/**
 * Replaces key values that the server echoed, because k6's own redaction does not reach its console file. These are the likely
 * forms; the driver searches the journal for all of them before it is kept.
 */
export function redactKeys(text: string, keys: Keys): string {
  let clean = text;
  for (const [label, value] of keys) for (const form of formsOf(value)) clean = clean.split(form).join(`[${label}]`);
  return clean;
}

function formsOf(value: string): string[] {
  if (value === '') return [];
  const escaped = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, escaped, encodeURIComponent(value)])].sort((a, b) => b.length - a.length);
}
