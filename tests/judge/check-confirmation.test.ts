import { describe, expect, it } from 'vitest';
import type { Confirmation } from '../../src/exchange/trace.ts';
import { confirmationFor } from '../../src/judge/confirm.ts';
import { judgementsOf } from '../../src/verdicts/judgements.ts';
import { expectAnswers, golden } from '../golden.ts';
import { recording } from '../recording.ts';
import { again, answer, type Draft, pet, trace, verdictOn } from '../trace.ts';

const odd = answer('list.default', 500);
const before = [answer('list.minimum'), answer('list.maximum')];
const after = [answer('list.status-sold'), answer('get.not-found', 404)];

const wanted = (...exchanges: Draft[]) => {
  const run = trace({ exchanges });
  return confirmationFor(run, judgementsOf(run));
};

it('a Reset more than a window ahead, as sliding counters show it, is settled by a confirmation attempt', () => {
  const START = 1_800_000_000;
  const at = (ms: number, probe: string, reset: number) =>
    answer(probe, {
      at: ms,
      headers: { Date: new Date(START * 1_000 + ms).toUTCString(), 'X-RateLimit-Reset': START + reset },
    });
  const first = [at(0, 'list.minimum', 103), at(900, 'list.default', 103)];
  const { due } = wanted(...first);
  const begun = trace({ exchanges: first }).exchanges[0]?.received.at ?? 0;
  const attempt = again(at(due - begun + 50, 'list.minimum', 163));
  expect(verdictOn('rate.reset-in-window', { exchanges: [...first, attempt] }).verdict).toBe('pass');
});

describe('a confirmation attempt', () => {
  it('repeats the request that showed a violation', () => {
    expect(wanted(...before, odd, ...after).violated.map(({ seq }) => seq)).toEqual([3]);
  });

  it('repeats nothing that was accepted and created, and nothing that is proven', () => {
    const accepted = answer('create.rejects.null-name', 201, pet(7));
    const created = answer('create.available', 201, pet(8));
    const shown = ({ violated, early }: Confirmation) => [...violated, ...early].map(({ seq }) => seq);
    expect(shown(wanted(...before, accepted, created))).not.toContain(3);
    expect(shown(wanted(...before, odd, ...after, again(odd)))).not.toContain(3);
  });

  it('looks for an omitted animal by its id', () => {
    const shown = answer('list.maximum', 200, [pet(1), pet(2)]);
    const omitted = answer('list.maximum', { at: 9_000, body: [pet(1)] });
    expect(wanted(shown, omitted).witnesses).toContain('/pets/2');
    const read = again(answer('witness.get', { sent: { operation: 'getPet', path: '/pets/2' }, status: 404 }));
    expect(wanted(shown, omitted, read).witnesses).not.toContain('/pets/2');
  });

  it('repeats and asks', () =>
    expectAnswers(golden('confirmed-check.txt'), (question) => {
      const run = trace(recording(question.replace(/^.*?: /, '').replaceAll(' ; ', '\n')));
      const { violated, early, witnesses } = confirmationFor(run, judgementsOf(run));
      return JSON.stringify({
        violated: violated.map(({ seq }) => seq),
        early: early.map(({ seq }) => seq),
        witnesses,
      });
    }));
});
