import { readJournal } from '../src/exchange/journal/journal.ts';
import type { EndedTrace } from '../src/exchange/trace.ts';

/** The trace of a journal by its text; what stands behind its last line end was cut off. */
export const traceIn = (text: string): EndedTrace => readJournal(text.split('\n').slice(0, -1));
