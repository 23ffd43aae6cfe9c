import { read } from './files.ts';

/** Lines `SENTENCE => IDS OR REASON`: where the specification leaves something open, and the requirements that observe it, or why none does. */
export const OPEN_POINTS = read('tests/open-points.txt')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [quote = '', observed = ''] = line.split(' => ');
    return { quote, observed };
  });
