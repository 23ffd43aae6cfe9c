import { oncePer, type Trace } from '../exchange/index.ts';
import { type Created, knownIds, type ListView, modelOf, unfiltered } from '../store/index.ts';

/** What a run showed of the store, read once for all rules: a trace that is judged no longer grows. */
export const listsOf = ({ exchanges }: Trace): readonly ListView[] => modelOf(exchanges).lists;

/** Lists over the whole store, with no status filter. */
export const wholeListsOf: (trace: Trace) => readonly ListView[] = oncePer((trace) => unfiltered(listsOf(trace)));

export const createdOf = ({ exchanges }: Trace): readonly Created[] => modelOf(exchanges).created;

export const idsOf: (trace: Trace) => readonly string[] = oncePer(({ exchanges }) => knownIds(exchanges));
