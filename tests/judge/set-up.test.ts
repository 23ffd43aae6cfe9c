import { it } from 'vitest';
import { setUpMistake, setUpProbe } from '../../src/judge/set-up.ts';
import { expectAnswers, golden } from '../golden.ts';
import { recording } from '../recording.ts';
import { trace } from '../trace.ts';

/** The page <p> is that of another server. */
const NO_LIMITS = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };

/** After a title, the requests of a run so far. As whole commands: tests/virtual/commands/set-up.test.ts. */
it('first responses show a mistake of the set-up, ask for a further request, or are usual', () =>
  expectAnswers(golden('set-up.txt'), (question) => {
    const { exchanges = [], ...given } = recording(question.split(' | ').slice(1).join('\n'));
    const complete = exchanges.map(({ headers, ...draft }) => ({
      ...draft,
      headers: { ...(draft.body === '<p>' && NO_LIMITS), ...headers },
    }));
    const run = trace({ ...given, exchanges: complete });
    return setUpMistake(run)?.code ?? setUpProbe(run) ?? 'none';
  }));
