import type { Result } from '../../result/result.ts';
import { plural } from './text.ts';
import { type State, stateOf } from './words.ts';

export interface Sentence {
  readonly word: string;
  readonly sentence: string;
  readonly state: State;
}

/** The run in one word and one sentence. */
export function verdictOf({ outcome, requirements, setUp, settings, run }: Result): Sentence {
  const musts = requirements.filter(({ level }) => level === 'must');
  // Once, however many plans' limits show it.
  const of = (state: State) => new Set(musts.filter((row) => stateOf(row) === state).map(({ id }) => id)).size;
  if (setUp !== undefined)
    return { word: 'Incomplete', state: 'inconclusive', sentence: 'The run stopped at a mistake in its set-up. Nothing was judged.' };
  if (outcome === 'error')
    return { word: 'Error', state: 'fail', sentence: 'A fault of storecheck itself. This says nothing about the service.' };
  if (outcome === 'failed' && of('fail') === 0)
    return { word: 'Failed', state: 'fail', sentence: 'No must is broken, but this run also gates on what is a warning otherwise.' };
  if (outcome === 'failed')
    return { word: 'Failed', state: 'fail', sentence: `The service breaks the document: ${broken(of('fail'))}.` };
  if (outcome === 'passed' && settings.readOnly)
    return {
      word: 'Passed, read-only',
      state: 'pass',
      sentence: `No breach was found. ${plural(of('not-applicable'), 'must was', 'musts were')} not judged.`,
    };
  if (outcome === 'passed')
    return { word: 'Passed', state: 'pass', sentence: `${plural(of('pass'), 'must')} held. No breach of the document was found.` };
  return {
    word: 'Incomplete',
    state: 'inconclusive',
    sentence:
      run.end === 'interrupted'
        ? 'The run was interrupted. No breach was found in what was recorded.'
        : `No breach was found, but ${plural(of('inconclusive'), 'must', 'musts')} could not be proven.`,
  };
}

const broken = (count: number): string => (count === 1 ? 'one must is broken' : `${count} musts are broken`);
