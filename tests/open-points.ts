import { linesOf } from './files.ts';

/** Lines `SENTENCE => IDS OR REASON`: where the specification leaves something open, and the requirements that observe it, or why none does. */
export const OPEN_POINTS = linesOf('tests/open-points.txt').map((line) => {
  const [quote = '', observed = ''] = line.split(' => ');
  return { quote, observed };
});
