import type { ObservedValue } from '../../rules/outcome.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';

type Part = (value: ObservedValue) => ObservedValue | undefined;

/**
 * Observations of which only a part is stable on an unchanged service; undefined if this one shows nothing. All others
 * are compared completely.
 */
const PARTS = {
  // Lists of created animals and bare ids show the same order; a read-only run has only the ids.
  'list.order': (value) => (typeof value === 'string' ? (DIRECTIONS[value] ?? value) : value),
  // The number of animals decides whether these can be distinguished.
  'list.limit-out-of-range': (value) => fields(value, (_name, answer) => !/^answered \(|^other$/.test(String(answer))),
  // The link may name the requested animal.
  'get.replacement': (value) => (typeof value === 'string' ? value.replace(/\/\d+(?=[/>?#]|$)/g, '/{id}') : value),
  // The shown limits are those of the key's plan.
  'rate.counts-unauthorized': (value) => fields(value, (name) => name === 'drawsOnTheKey'),
  'limit.algorithm': (value) => fields(value, (name, found) => name === 'class' && found !== 'not determined'),
  'limit.rejects-count': (value) => fields(value, (name) => name === 'prolongsTheWait'),
  'limit.ban': (value) => fields(value, (name) => name === 'banned' || name === 'status'),
} as const satisfies Partial<Record<RequirementId, Part>>;

const DIRECTIONS: Readonly<Record<string, string>> = {
  'by id, ascending': 'oldest first',
  'by id, descending': 'newest first',
};

/** The part of an observed value that is compared between runs. */
export function stablePart(id: string, value: ObservedValue): ObservedValue | undefined {
  const parts: Readonly<Record<string, Part>> = PARTS;
  const part = Object.hasOwn(parts, id) ? parts[id] : undefined;
  return part === undefined ? value : part(value);
}

/** The fields to compare; undefined if there are none. */
function fields(
  value: ObservedValue,
  keep: (name: string, value: ObservedValue) => boolean,
): ObservedValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([name, inner]) => keep(name, inner));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
