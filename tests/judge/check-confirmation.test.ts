import { expect, it } from 'vitest';
import { confirmationFor } from '../../src/judge/confirm.ts';
import { judgementsOf } from '../../src/verdicts/judgements.ts';
import { expectAnswers, golden } from '../golden.ts';
import { recording } from '../recording.ts';
import { again, answer, trace, verdictOn } from '../trace.ts';

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
  const begun = run.exchanges[0]?.received.at ?? 0;
  const attempt = again(at(due - begun + 50, 'list.minimum', 163));
  expect(verdictOn('rate.reset-in-window', { exchanges: [...first, attempt] }).verdict).toBe('pass');
});

it('a confirmation attempt repeats and asks', () =>
  expectAnswers(golden('confirmed-check.txt'), (question) => {
    const run = trace(recording(question.replace(/^.*?: /, '').replaceAll(' ; ', '\n')));
    const { violated, early, witnesses } = confirmationFor(run, judgementsOf(run));
    return JSON.stringify({ violated: violated.map(({ seq }) => seq), early: early.map(({ seq }) => seq), witnesses });
  }));
