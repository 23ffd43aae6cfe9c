import { readFileSync } from 'node:fs';

/** Tests whose windows last some seconds: on a busy machine a burst may not fit into its window, nor a check into what is left of it. */
const TIMED = /\/tests\/(?:k6|targets|self-test\/limits|cli\/(?:capacity|pace))/;
/** The same, wherever it stands: a test that pushes limits with the built command. */
const PUSHES = /from '[./\w]*\/push\.ts'/;
/** Tests that wait a lot: for time-outs, for services that are slow. */
const WAITING = /\/tests\/(?:cli|hostile|package|self-test)\//;

/** Whether all others give way to this file, named by its path. */
export const isTimed = (file: string): boolean => TIMED.test(file) || PUSHES.test(readFileSync(file, 'utf8'));

/**
 * Files in the order in which they begin: what waits and what needs the processors side by side all the time, so that neither is idle.
 * What waits has begun before the others are over.
 */
export function sideBySide<F extends { readonly moduleId: string }>(files: readonly F[]): F[] {
  const timed = files.filter(({ moduleId }) => isTimed(moduleId));
  const waiting = files.filter((file) => !timed.includes(file) && WAITING.test(file.moduleId));
  const busy = files.filter((file) => !timed.includes(file) && !waiting.includes(file));
  const spread = (some: readonly F[], until: number) =>
    some.map((file, index) => ({ file, place: ((index + 0.5) / some.length) * until }));
  return [...spread(timed, 0.6), ...spread(waiting, 0.8), ...spread(busy, 1)]
    .sort((one, other) => one.place - other.place)
    .map(({ file }) => file);
}
