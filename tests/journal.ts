import type { EndedTrace } from '../src/exchange/index.ts';
import { type JournalLines, readTrace } from '../src/run/read.ts';

/** A journal by its text; what stands behind its last line end was cut off. */
export const journalOf = (text: string, name = 'journal'): JournalLines => ({
  name,
  lines: text.split('\n').slice(0, -1),
});

export const traceIn = (...texts: readonly string[]): EndedTrace => readTrace(texts.map((text) => journalOf(text)));
