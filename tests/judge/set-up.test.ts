import { describe, expect, it } from 'vitest';
import { setUpMistake, setUpProbe } from '../../src/judge/set-up.ts';
import { expectCases, golden } from '../golden.ts';
import { recording } from '../recording.ts';
import { answer, type Draft, lost, trace } from '../trace.ts';

const contact = (draft: Partial<Draft> = {}) => answer('list.minimum', draft);
const second = (draft: Partial<Draft>) =>
  answer('set-up.get', { sent: { operation: 'getPet', path: '/pets/1' }, ...draft });

describe('set-up mistakes', () => {
  /** The others: tests/virtual/commands/set-up.test.ts. */
  it('are these, or none', () =>
    expectCases(golden('set-up.txt'), (text) => [setUpMistake(trace(recording(text)))?.code ?? 'none']));

  it('sends further requests only if the first response is unusual', () => {
    expect(setUpProbe(trace({ exchanges: [contact()] }))).toBeUndefined();
    expect(setUpProbe(trace({ exchanges: [contact({ status: 401 })] }))).toBe('set-up.get');
    expect(setUpProbe(trace({ exchanges: [contact({ status: 404 })], baseUrl: 'http://h:1' }))).toBe('set-up.version');
    expect(setUpProbe(trace({ exchanges: [contact({ status: 401 }), second({ status: 401 })] }))).toBeUndefined();
    expect(setUpProbe(trace({ exchanges: [lost('list.minimum')] }))).toBeUndefined();
  });
});
