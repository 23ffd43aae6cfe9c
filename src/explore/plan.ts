import { groupBy } from '../exchange/group.ts';
import { EXPLORE, requestsLeft } from '../exchange/trace.ts';
import { type ProbeContext, probe } from '../probes/make-probe.ts';
import { type Probe, together, UNNEEDED } from '../probes/probe.ts';
import { randomFrom } from './covering.ts';
import { again, bodies, broken, plain, valid } from './scenes/create-scenes.ts';
import { credentials, writingCredentials } from './scenes/credential-scenes.ts';
import { created, lateReads, nextId, sameAgain, spelledIds, unknownIds } from './scenes/get-scenes.ts';
import { ALL_WINDOWS, completeList, lastList, oddList, plainList, windows } from './scenes/list-scenes.ts';
import type { Scene } from './scenes/scene.ts';
import { headers, methods, paths } from './scenes/unlisted-scenes.ts';

type SceneInTurn = Scene & Pick<Probe, 'group' | 'afterMs'>;
type ExplorationOptions = Readonly<{ seed: number; requests: number; readOnly?: boolean }>;

const times = (count: number, scene: Scene): Scene[] => Array<Scene>(count).fill(scene);

/** A turn of the exploration: creates and the reads that show their effects, between refused payloads, queries, ids and credentials. */
const TURN: readonly SceneInTurn[] = [
  [valid, created, sameAgain, broken, credentials, oddList, broken],
  together(EXPLORE, [valid, plainList, valid, plainList, valid, completeList, valid, spelledIds, created, sameAgain]),
  [valid, broken, valid, oddList, credentials, headers, oddList, valid],
  [credentials, paths, bodies, writingCredentials, broken, bodies, credentials, writingCredentials],
  [oddList, unknownIds, sameAgain, spelledIds, nextId],
  [valid, created, broken, broken, credentials, oddList, bodies],
].flat();

/** Additions to every third turn. */
const SELDOM: readonly SceneInTurn[] = [
  [again, created, ...times(7, methods), sameAgain, completeList, ...times(5, paths), broken],
  // A circuit breaker may count these as failures.
  times(6, unknownIds),
  [created, ...times(4, credentials), ...times(2, writingCredentials), ...times(3, bodies)],
].flat();

/** An animal for the last reads, after the long pause: a replica may no longer be updated, and a cache may remember its id as not found. */
const LATE: readonly Scene[] = [nextId, nextId, plain, created];

/** Reads after another pause. The first list shows which animals may be lost, and `lateReads` asks for these. */
const LATE_READS: readonly Scene[] = [lastList, created, ...times(7, lateReads), ...times(3, completeList)];

/** The end of an exploration that writes. The last list shows the last animal, so it would also show those of refused creates. */
const END: readonly Scene[] = [created, completeList, valid, created, lastList];

/** One turn in this many also has the scenes of `SELDOM`. */
const TURNS_BETWEEN = 3;

/** A pause in milliseconds, for late effects. Longer than `APART_MS`: a violation before it and one after it count as two attempts. */
const PAUSE_MS = 2_500;
/** The pause before the end, in milliseconds: jobs in the background of a service have had half a minute since the first creates. */
const LAST_PAUSE_MS = 20_000;

/** Probes of the exploration: the same for the same seed and number. */
export function explorationProbes({ seed, requests, readOnly = false }: ExplorationOptions): Probe[] {
  const steps = sceneOrder(requests, readOnly);
  const byScene = [...groupBy(steps, ({ builds }) => builds)];
  const entries = new Map(
    byScene.map(([builds, own], index) => [builds, builds(own.length, randomFrom(seed, index)).entries()]),
  );
  return steps.flatMap(({ builds, id, title, ...more }, index): Probe[] => {
    const next = entries.get(builds)?.next();
    if (next?.done !== false) return [];
    const [number, build] = next.value;
    const isLast = index >= steps.length - END.length;
    const built = (context: ProbeContext) => {
      if (!isLast && requestsLeft(context) < KEPT) return UNNEEDED;
      return build({ ...context, random: randomFrom(seed, index, 1) });
    };
    return [probe(`${EXPLORE}${id}-${number + 1}`, title, built, more)];
  });
}

function sceneOrder(count: number, readOnly: boolean): SceneInTurn[] {
  const isSent = ({ writes, ofCreated }: SceneInTurn) => !readOnly || !(writes || ofCreated === true);
  const last = [
    // Lists of other sizes have a small share. No verdict depends on it.
    ...pausing(times(Math.min(ALL_WINDOWS, Math.floor(count / 18)), windows)),
    ...pausing(LATE, LAST_PAUSE_MS),
    ...pausing(LATE_READS),
    ...pausing(END),
  ].filter(isSent);
  const order: SceneInTurn[] = [];
  for (let number = 1; order.length < count; number += 1) {
    const isLong = number % TURNS_BETWEEN === 0;
    const steps = [...TURN, ...(isLong ? SELDOM : [])].filter(isSent);
    order.push(...(isLong ? pausing(steps) : steps));
  }
  const before = Math.max(0, count - last.length);
  return [...order.slice(0, before), ...last.slice(last.length + before - count)];
}

const pausing = ([first, ...others]: readonly SceneInTurn[], afterMs = PAUSE_MS): SceneInTurn[] =>
  first === undefined ? [] : [{ ...first, afterMs }, ...others];

/**
 * Requests that an exploration leaves for first contact, lost responses and confirmation attempts. Fewer than the `RESERVE` of the standard
 * depth (run/prepare.ts): the budget of a thorough check is fixed, so each of them is one generated request less.
 */
export const KEPT_FOR_CONFIRMATION = 40;

/** The part of the request budget that remains after the exploration, its own last requests included. */
const KEPT = KEPT_FOR_CONFIRMATION + END.length;
