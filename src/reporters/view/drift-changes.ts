import { groupBy } from '../../exchange/journal/group.ts';
import { isObject } from '../../exchange/json.ts';
import type { Result } from '../../result/result.ts';
import { cut, plain } from '../../text/inert.ts';
import { memberLabel, withoutNoise } from './observed.ts';

type Drift = NonNullable<Result['drift']>[number];

/** A change of an observed value, or of members that changed alike, as texts. */
export interface DriftChange {
  readonly members: string;
  readonly from: string;
  readonly to: string;
}

const VALUE = 300;
const MEMBERS = 3;

const shown = (value: unknown) =>
  value === null
    ? 'none'
    : plain(
        cut(
          JSON.stringify(value, (_name, inner) => withoutNoise(inner)),
          VALUE,
        ),
      );

/** The changes by member, because complete values would be hard to read. */
export function driftChanges({ pinned, seen }: Pick<Drift, 'pinned' | 'seen'>): DriftChange[] {
  if (!isObject(pinned) || !isObject(seen)) return [{ members: '', from: shown(pinned), to: shown(seen) }];
  const changes = Object.keys(seen).map((name) => ({ name, from: shown(pinned[name]), to: shown(seen[name]) }));
  return [...groupBy(changes, ({ from, to }) => `${from}\n${to}`).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const names = alike.slice(0, MEMBERS).map(({ name }) => plain(cut(memberLabel(name), VALUE)));
    const more = alike.length > MEMBERS ? ` and ${alike.length - MEMBERS} more` : '';
    return [{ members: `${names.join(', ')}${more}`, from: first.from, to: first.to }];
  });
}
