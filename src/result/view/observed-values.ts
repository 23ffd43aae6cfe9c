import { isObject } from '../../exchange/json.ts';
import type { RequirementResult, Result } from '../result.ts';

/** A measured fraction with four digits. */
function observedWords(value: unknown = null): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => observedWords(one)).join(', ');
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(4)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The same on one line: the members of an object with their labels. */
export function observedLine(value: RequirementResult['value'] | null): string {
  if (!isObject(value)) return observedWords(value);
  return Object.entries(value)
    .map(([name, one]) => `${memberLabel(name)}: ${observedWords(one)}`)
    .join('; ');
}

/** `seconds later` for `secondsLater`, `400 (request list.limit-maximum)` for `400 list.limit-maximum`. */
const memberLabel = (name: string): string =>
  name
    .replace(/^(\d{3}) (\S+)$/, '$1 (request $2)')
    .replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** What changed, by member, because complete values would be hard to read: `class: fixed → bucket`. */
export function driftText({ pinned, seen }: NonNullable<Result['drift']>[number]): string {
  if (!isObject(pinned) || !isObject(seen)) return `${observedWords(pinned)} → ${observedWords(seen)}`;
  const changes = Object.keys(seen).map(
    (name) => `${memberLabel(name)}: ${observedWords(pinned[name])} → ${observedWords(seen[name])}`,
  );
  return changes.join('; ');
}
