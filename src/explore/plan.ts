import { isNotSent, markedName, type Probe, unneeded } from '../probes/index.ts';
import { EXPLORE } from '../store/index.ts';
import { randomFrom } from './random.ts';
import { KEPT_FOR_CONFIRMATION, REDUCTIONS } from './reduce.ts';
import { again, bodies, broken, created, valid } from './scenes/create.ts';
import { credentials, writingCredentials } from './scenes/credential.ts';
import { headers, methods, paths } from './scenes/forms.ts';
import { knownIds, oddPaths, unknownIds } from './scenes/get.ts';
import { completeList, oddList, plainList, wholeList } from './scenes/list.ts';
import type { Build, Scene } from './scenes/scene.ts';

/** A turn of the exploration: creates and the reads that show their effects, between refused payloads, queries, ids and credentials. */
const TURN: readonly Scene[] = [
  valid,
  created,
  broken,
  credentials,
  oddList,
  valid,
  broken,
  plainList,
  valid,
  created,
  broken,
  knownIds,
  credentials,
  headers,
  valid,
  broken,
  completeList,
  writingCredentials,
  oddList,
  unknownIds,
  valid,
  created,
  broken,
  plainList,
  credentials,
  bodies,
];
/** What every third turn has too. */
const SELDOM: readonly Scene[] = [again, created, completeList, paths, oddPaths, methods, methods];
/** What an exploration that writes ends with: a list that shows the last animal, so that refused ones would show, too. */
const END: readonly Scene[] = [valid, created, wholeList];

/** A turn of a run that may not write. */
const READING_TURN: readonly Scene[] = [
  plainList,
  oddList,
  credentials,
  knownIds,
  completeList,
  oddList,
  credentials,
  unknownIds,
  plainList,
  headers,
];
const READING_SELDOM: readonly Scene[] = [paths, oddPaths];

/** How often the less important scenes have a turn. */
const EVERY = 3;

/** Probes that explore: always the same for the same seed and number. */
export function explorationProbes(seed: number, count: number, readOnly: boolean): Probe[] {
  const scenes = sceneOrder(count, readOnly);
  const kinds = [...new Set(scenes)];
  const counts = new Map(kinds.map((kind) => [kind, scenes.filter((one) => one === kind).length]));
  const builds = new Map(
    kinds.map((kind, index) => [kind, [...kind.builds(counts.get(kind) ?? 0, randomFrom(seed, index))]]),
  );
  const used = new Map<Scene, number>();
  return scenes.flatMap((kind, index): Probe[] => {
    const number = used.get(kind) ?? 0;
    used.set(kind, number + 1);
    const build = builds.get(kind)?.[number];
    const isLast = index >= scenes.length - END.length;
    return build === undefined ? [] : [probe(kind, build, { number: number + 1, index, seed, isLast })];
  });
}

/** Creates that the service may store, of these probes. */
export const storingCreates = (probes: readonly Probe[]): number =>
  probes.filter(({ id }) => STORING.some((kind) => id.startsWith(`${EXPLORE}${kind.id}-`))).length;

const STORING = [valid, again];

function sceneOrder(count: number, readOnly: boolean): Scene[] {
  const [turn, seldom, end] = readOnly ? [READING_TURN, READING_SELDOM, []] : [TURN, SELDOM, END];
  if (count < end.length) return [];
  const order: Scene[] = [];
  for (let number = 1; order.length < count; number += 1) order.push(...turn, ...(number % EVERY === 0 ? seldom : []));
  return [...order.slice(0, count - end.length), ...end];
}

/** What of the request budget the exploration leaves to what follows it, its own last requests included. */
const KEPT = KEPT_FOR_CONFIRMATION + REDUCTIONS + END.length;

interface Place {
  readonly number: number;
  readonly index: number;
  readonly seed: number;
  readonly isLast: boolean;
}

function probe(kind: Scene, build: Build, { number, index, seed, isLast }: Place): Probe {
  return {
    id: `${EXPLORE}${kind.id}-${number}`,
    title: kind.title,
    writes: kind.writes,
    uses: [],
    build: (situation) => {
      const { settings, exchanges } = situation;
      if (!isLast && exchanges.length + KEPT > settings.maxRequests)
        return unneeded('the rest of the request budget is kept for confirmation attempts');
      const mark = markedName(settings, `x.${letters(index)}`);
      const built = build({ ...situation, mark, slot: FIRST_SLOT + index, random: randomFrom(seed, index, 1) });
      return isNotSent(built) ? { ...built, skip: 'unneeded' } : built;
    },
  };
}

/** Slots below are those of the suites. */
const FIRST_SLOT = 1_000;

/** Three letters for a number: marks end with letters, and none is the beginning of another. */
function letters(number: number): string {
  const letter = (value: number) => String.fromCharCode(97 + (value % 26));
  return letter(Math.floor(number / 676)) + letter(Math.floor(number / 26)) + letter(number);
}
