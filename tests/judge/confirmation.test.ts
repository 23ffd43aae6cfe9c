import { describe, expect, it } from 'vitest';
import { confirmationFor } from '../../src/judge/proof.ts';
import { judgementsOf } from '../../src/verdicts/check-judgements.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { recording } from '../support/recording.ts';
import { again, answer, trace, verdictOn } from '../support/trace.ts';

it('a Reset more than a window ahead, as sliding counters show it, is settled by a confirmation attempt', () => {
  const START = 1_800_000_000;
  const at = (ms: number, probe: string, reset: number) =>
    answer(probe, {
      at: ms,
      headers: { Date: new Date(START * 1_000 + ms).toUTCString(), 'X-RateLimit-Reset': START + reset },
    });
  const first = [at(0, 'list.minimum', 103), at(900, 'list.default', 103)];
  const run = trace({ exchanges: first });
  const { due } = confirmationFor(run, judgementsOf(run));
  const attempt = again(at(due - (run.exchanges[0]?.received.at ?? 0) + 50, 'list.minimum', 163));
  expect(verdictOn('rate.reset-in-window', { exchanges: [...first, attempt] }).verdict).toBe('pass');
});

describe('a confirmation attempt repeats these requests, and sends these witnesses', () =>
  testAnswers(golden('confirmed-check.txt'), (question) => {
    const run = trace(recording(question.replace(/^.*?: /, '').replaceAll(' ; ', '\n')));
    const { violated, undecided, witnesses } = confirmationFor(run, judgementsOf(run));
    return JSON.stringify({
      violated: violated.map(({ seq }) => seq),
      undecided: undecided.map(({ seq }) => seq),
      witnesses,
    });
  }));
