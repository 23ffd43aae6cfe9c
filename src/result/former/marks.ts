import type { FormerMarks } from '../../judge/gate/waiver.ts';
import table from './signatures.generated.json' with { type: 'json' };

/**
 * Signatures of waivers hashed the sentences of findings up to version 0.9; now they hash codes. The table holds, for every fault of the
 * kill matrix, the mark of the sentence and the marks of the code. It is removed in the next version.
 */
export const FORMER_MARKS: FormerMarks = Object.fromEntries(
  table.marks.split(' ').map((entry) => {
    const [former = '', ...marks] = entry.split('-');
    return [former, marks];
  }),
);
