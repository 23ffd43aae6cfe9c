import { BASE_PROBE, literal, markedName, ownFields, payload } from '../src/probes/marker.ts';
import { answerTo, lacking, type Probe, probe, type Situation, unneeded } from '../src/probes/probe.ts';
import { create } from '../src/probes/request.ts';
import { PAGE, PET_STATUSES, type PetStatus } from '../src/spec/operations.ts';
import { createdAnimals, listViews, unfiltered } from '../src/store/known.ts';
import { wasRefused } from './create-probes.ts';
import { FILLS, type Fill } from './create-values.ts';

/** One more than the default page, which distinguishes a default from the end of the store. */
const ENOUGH = PAGE.default + 1;

/** The most animals with this status in a list of all, with those created since. */
export function countOf(status: PetStatus, { exchanges }: Situation): number {
  const counts = unfiltered(listViews(exchanges)).map(({ animals, exchange: { seq } }) => {
    const since = createdAnimals(exchanges).filter(({ exchange }) => exchange.seq > seq);
    return [...animals, ...since.map(({ answered }) => answered)].filter((animal) => animal.status === status).length;
  });
  return Math.max(0, ...counts);
}

/** The statuses with the number of their animals, the most frequent one first. */
function byCount(situation: Situation): { readonly status: PetStatus; readonly count: number }[] {
  return PET_STATUSES.map((status) => ({ status, count: countOf(status, situation) })).sort(
    (one, other) => other.count - one.count,
  );
}

/** The status of more animals than a default page shows, if any: its filter must stop at the default page. */
export function overfull(situation: Situation): PetStatus | undefined {
  return byCount(situation).find(({ count }) => count >= ENOUGH)?.status;
}

/** The most frequent status, after one animal more of another one if no other has two. */
function wanted(situation: Situation): PetStatus {
  const [most, next] = byCount(situation);
  return next !== undefined && next.count < 2 ? next.status : (most?.status ?? 'available');
}

/** For a service that knows only some categories, or refused one of the unusual values, and after the last of these. */
const PLAIN: Fill = { name: (mark) => mark };

/** Fills a store until one status has more animals than a default page shows, and another one has two. */
const fill = (index: number): Probe => {
  const id = `list.fill-${index + 1}`;
  const build = (situation: Situation) => {
    const { settings, exchanges } = situation;
    const whole = unfiltered(listViews(exchanges)).find(({ exchange }) => exchange.probe === 'list.maximum');
    if (whole === undefined) return lacking('probe-not-answered', { probe: 'list.maximum' });
    // A service that creates nothing is not asked 21 times more.
    if (createdAnimals(exchanges).length === 0) return lacking('nothing-created');
    if (whole.items >= PAGE.maximum) return unneeded('enough-animals', { enough: PAGE.maximum });
    const status = overfull(situation);
    if (status !== undefined) return unneeded('enough-of-status', { enough: ENOUGH, status });
    // The first payload had a category that nobody can know.
    const acceptsAnyCategory = settings.categories === null && answerTo(BASE_PROBE, situation)?.received.status === 201;
    const hasRefused = exchanges.some(({ probe: sent }) => FILL_IDS.includes(sent) && wasRefused(sent, situation));
    const { name, categoryId } = hasRefused || !acceptsAnyCategory ? PLAIN : (FILLS[index] ?? PLAIN);
    const change = { name: literal(name(markedName(settings, id))), status: literal(wanted(situation)) };
    const fields = ownFields(id, 50 + index, situation, change);
    return create(payload(categoryId === undefined ? fields : { ...fields, categoryId }));
  };
  return probe(id, 'one more animal', build, {
    writes: true,
    uses: ['list.maximum'],
    onlyIf: `the store has fewer than ${ENOUGH} animals of each status`,
  });
};

export const FILL_PROBES = Array.from({ length: ENOUGH }, (_, index) => fill(index));
export const FILL_IDS: readonly string[] = FILL_PROBES.map(({ id }) => id);
