import { it } from 'vitest';
import { SECOND_ID, setUpMistake, setUpProbe } from '../../src/judge/set-up.ts';
import type { ProbeRequest } from '../../src/probes/probe.ts';
import { get, unlisted } from '../../src/probes/probe-request.ts';
import { expectAnswers, golden } from '../golden.ts';
import { recording } from '../recording.ts';
import { type Draft, trace } from '../trace.ts';

/** Which no suite sends. */
const REQUESTS: Readonly<Record<string, ProbeRequest>> = {
  'set-up.get': get(SECOND_ID),
  'set-up.unlisted': unlisted('/storecheck-unlisted'),
};

/** The page <p> is that of another server. */
const NO_LIMITS = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };

const complete = (draft: Draft): Draft => ({
  ...draft,
  sent: { ...draft.sent, ...REQUESTS[draft.probe] },
  headers: { ...draft.headers, ...(draft.body === '<p>' && NO_LIMITS) },
});

/** After a title, the requests of a run so far. As whole commands: tests/virtual/commands/set-up.test.ts. */
it('first responses show a mistake of the set-up, ask for a further request, or are usual', () =>
  expectAnswers(golden('set-up.txt'), (question) => {
    const { exchanges = [], ...given } = recording(question.split(' | ').slice(1).join('\n'));
    const run = trace({ ...given, exchanges: exchanges.map(complete) });
    return setUpMistake(run)?.code ?? setUpProbe(run) ?? 'none';
  }));
