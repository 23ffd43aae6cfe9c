import { groupBy } from '../exchange/journal/group.ts';
import { ownOf } from '../probes/marker.ts';
import { type Probe, probe, requestsLeft, unneeded } from '../probes/probe.ts';
import { EXPLORE } from '../store/query.ts';
import { randomFrom } from './covering.ts';
import { again, bodies, broken, created, plain, valid } from './scenes/create-scenes.ts';
import { credentials, writingCredentials } from './scenes/credential-scenes.ts';
import { headers, methods, paths } from './scenes/forms.ts';
import { knownIds, lateReads, nextId, sameAgain, unknownIds } from './scenes/get-scenes.ts';
import { ALL_WINDOWS, completeList, oddList, plainList, wholeList, windows } from './scenes/list-scenes.ts';
import type { Scene } from './scenes/scene.ts';

/** One request after the other, or, in a list, at the same time. */
type Step = Scene | readonly Scene[];

const times = (count: number, scene: Scene): Scene[] => Array<Scene>(count).fill(scene);

/** A turn of the exploration: creates and the reads that show their effects, between refused payloads, queries, ids and credentials. */
const TURN: readonly Step[] = [
  [valid, created, sameAgain, broken, credentials, oddList, broken],
  [[valid, plainList, valid, plainList, valid, completeList, valid, knownIds, created, sameAgain]],
  [valid, broken, valid, oddList, credentials, headers, oddList, valid],
  [credentials, paths, bodies, writingCredentials, broken, bodies, credentials, writingCredentials],
  [oddList, unknownIds, sameAgain, knownIds, nextId],
  [valid, created, broken, broken, credentials, oddList, bodies],
].flat();

/** Additions to every third turn. */
const SELDOM: readonly Step[] = [
  [again, created, ...times(7, methods), sameAgain, completeList, ...times(5, paths), broken],
  // A circuit breaker may count these as failures.
  times(6, unknownIds),
  [created, ...times(4, credentials), ...times(2, writingCredentials), ...times(3, bodies)],
].flat();

/**
 * After the long pause: an animal for the reads at the end. A replica may have stopped meanwhile, and a cache may remember for some seconds
 * that there is no such animal.
 */
const LATE: readonly Scene[] = [nextId, nextId, plain, created];

/** Then reads at two moments. The first list shows which animals may be lost. */
const LATE_READS: readonly Scene[] = [wholeList, created, ...times(7, lateReads), ...times(3, completeList)];

/** The end of an exploration that writes. The last list shows the last animal, and so would show refused ones. */
const END: readonly Scene[] = [created, completeList, valid, created, wholeList];

/** How often the less important scenes have a turn. */
const EVERY = 3;

/** In milliseconds: late effects have happened, and a violation that recurs has no temporary cause. */
const PAUSE_MS = 2_500;
/** In milliseconds, before the end: jobs in the background of a service have had half a minute since the first creates. */
const LAST_PAUSE_MS = 20_000;

/** Probes of the exploration: the same for the same seed and number. */
export function explorationProbes(seed: number, count: number, readOnly: boolean): Probe[] {
  const places = sceneOrder(count, readOnly);
  const byScene = [...groupBy(places, ({ scene }) => scene)];
  const builds = new Map(
    byScene.map(([scene, own], index) => [scene, scene.builds(own.length, randomFrom(seed, index)).entries()]),
  );
  return places.flatMap(({ scene, ...more }, index): Probe[] => {
    const next = builds.get(scene)?.next();
    if (next?.done !== false) return [];
    const [number, build] = next.value;
    const isLast = index >= places.length - END.length;
    const id = `x.${letters(index)}`;
    const built: Probe['build'] = (situation) => {
      if (!isLast && requestsLeft(situation) < KEPT) return unneeded('budget-reserved');
      return build({ ...ownOf(id, FIRST_SLOT + index, situation), random: randomFrom(seed, index, 1) });
    };
    return [probe(`${EXPLORE}${scene.id}-${number + 1}`, scene.title, built, { writes: scene.writes, ...more })];
  });
}

/** Creates that the service may store, of these probes. */
export const storingCreates = (probes: readonly Probe[]): number =>
  probes.filter(({ id }) => STORING.some((scene) => id.startsWith(`${EXPLORE}${scene.id}-`))).length;

const STORING = [valid, plain, again];

interface Placed extends Pick<Probe, 'group' | 'afterMs'> {
  readonly scene: Scene;
}

function sceneOrder(count: number, readOnly: boolean): Placed[] {
  const isSent = (scene: Scene) => !readOnly || !(scene.writes || scene.ofCreated === true);
  const last = [
    ...pausing(alone(times(Math.min(ALL_WINDOWS, Math.floor(count / 18)), windows))),
    ...pausing(alone(LATE), LAST_PAUSE_MS),
    ...pausing(alone(LATE_READS)),
    ...pausing(alone(END)),
  ].filter(({ scene }) => isSent(scene));
  const order: Placed[] = [];
  for (let number = 1; order.length < count; number += 1) {
    const isLong = number % EVERY === 0;
    const placed = [...TURN, ...(isLong ? SELDOM : [])]
      .flatMap((step): Placed[] =>
        'id' in step ? [{ scene: step }] : step.map((scene) => ({ scene, group: `${EXPLORE}${number}` })),
      )
      .filter(({ scene }) => isSent(scene));
    order.push(...(isLong ? pausing(placed) : placed));
  }
  const more = Math.max(0, count - last.length);
  return [...order.slice(0, more), ...last.slice(last.length + more - count)];
}

const alone = (scenes: readonly Scene[]): Placed[] => scenes.map((scene) => ({ scene }));

const pausing = ([first, ...others]: readonly Placed[], afterMs = PAUSE_MS): Placed[] =>
  first === undefined ? [] : [{ ...first, afterMs }, ...others];

/** Requests for first contact, lost responses and confirmation attempts. */
export const KEPT_FOR_CONFIRMATION = 40;

/** The part of the request budget that remains after the exploration, its own last requests included. */
const KEPT = KEPT_FOR_CONFIRMATION + END.length;

/** Slots below are those of the suites. */
const FIRST_SLOT = 1_000;

/** Three letters for a number: marks end with letters, and none is the beginning of another. */
function letters(number: number): string {
  const letter = (value: number) => String.fromCharCode(97 + (value % 26));
  return letter(Math.floor(number / 676)) + letter(Math.floor(number / 26)) + letter(number);
}
