import { isObject } from '../../exchange/json.ts';
import type { RequirementResult, Result } from '../result.ts';

type Observed = NonNullable<RequirementResult['value']> | null;

/** A measured fraction with four digits; anything else as it is. */
const withoutNoise = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

function observedWords(value: Observed): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => observedWords(one)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(withoutNoise(value));
}

/** The same on one line: the members of an object with their labels. */
export function observedLine(value: Observed): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return observedWords(value);
  return Object.entries(value)
    .map(([name, one]) => `${memberLabel(name)}: ${observedWords(one)}`)
    .join('; ');
}

/** `seconds later` for `secondsLater`, `400 (request list.limit-maximum)` for `400 list.limit-maximum`. */
const memberLabel = (name: string): string =>
  name
    .replace(/^(\d{3}) (\S+)$/, '$1 (request $2)')
    .replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

const shown = (value: unknown): string =>
  value === null ? 'none' : JSON.stringify(value, (_name, inner) => withoutNoise(inner));

/** What changed, by member, because complete values would be hard to read: `class: "fixed" → "bucket"`. */
export function driftText({ pinned, seen }: NonNullable<Result['drift']>[number]): string {
  if (!isObject(pinned) || !isObject(seen)) return `${shown(pinned)} → ${shown(seen)}`;
  const changes = Object.keys(seen).map(
    (name) => `${memberLabel(name)}: ${shown(pinned[name])} → ${shown(seen[name])}`,
  );
  return changes.join('; ');
}
