import { oncePer, type Trace } from '../exchange/index.ts';
import { type Created, createdAnimals, knownIds, type ListView, listViews, unfiltered } from '../store/index.ts';

/** What a run showed of the store, read once for all rules: a trace that is judged no longer grows. */
export const listsOf: (trace: Trace) => readonly ListView[] = oncePer(({ exchanges }) => listViews(exchanges));

/** Lists over the whole store, with no status filter. */
export const wholeListsOf: (trace: Trace) => readonly ListView[] = oncePer((trace) => unfiltered(listsOf(trace)));

export const createdOf: (trace: Trace) => readonly Created[] = oncePer(({ exchanges }) => createdAnimals(exchanges));

export const idsOf: (trace: Trace) => readonly string[] = oncePer(({ exchanges }) => knownIds(exchanges));
