import { groupBy } from '../../exchange/journal/group.ts';
import { isObject } from '../../exchange/json.ts';
import { cut } from '../../text/inert.ts';
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

/** A member of an observed value in words: `400 (request list.limit-maximum)` for `400 list.limit-maximum`. A member that a request named, such as an id or a limit, stays as it is. */
const memberLabel = (name: string): string =>
  Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : name.replace(/^(\d{3}) (\S+)$/, '$1 (request $2)');

const LABELS: Readonly<Record<string, string>> = {
  // limit.algorithm
  class: 'kind of limiter',
  fits: 'limiters that fit',
  // limit.reset-restores
  restored: 'back at Reset',
  requests: 'requests back',
  of: 'of the limit of',
  secondsLater: 'seconds until the next request',
  restoredThen: 'requests back by then',
  // limit.rejects-count
  prolongsTheWait: 'a refusal extends the wait',
  movedBySeconds: 'later end of the wait, in s (up to 2 s may be rounding)',
  // rate.counts-unauthorized
  drawsOnTheKey: 'a 401 counts against the quota of the key',
  limitsShown: 'X-RateLimit-Limit in 401 responses',
  // capacity.headroom
  headroom: 'multiple of the projected peak within the objectives',
  knee: 'requests/s above which responses fall behind',
};

type Drift = NonNullable<Result['drift']>[number];

/** A change of an observed value, or of members that changed alike, as texts. */
interface DriftChange {
  readonly members: string;
  readonly from: string;
  readonly to: string;
}

const VALUE = 300;
const MEMBERS = 3;

const shown = (value: unknown) =>
  value === null
    ? 'none'
    : cut(
        JSON.stringify(value, (_name, inner) => withoutNoise(inner)),
        VALUE,
      );

/** The changes by member, because complete values would be hard to read. */
export function driftChanges({ pinned, seen }: Pick<Drift, 'pinned' | 'seen'>): DriftChange[] {
  if (!isObject(pinned) || !isObject(seen)) return [{ members: '', from: shown(pinned), to: shown(seen) }];
  const changes = Object.keys(seen).map((name) => ({ name, from: shown(pinned[name]), to: shown(seen[name]) }));
  return [...groupBy(changes, ({ from, to }) => `${from}\n${to}`).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const names = alike.slice(0, MEMBERS).map(({ name }) => memberLabel(name));
    const more = alike.length > MEMBERS ? ` and ${alike.length - MEMBERS} more` : '';
    return [{ members: `${names.join(', ')}${more}`, from: first.from, to: first.to }];
  });
}
