import { expect, test } from 'vitest';
import { faults, type Needs } from '../../src/reference/index.ts';
import { scriptLength, transcript } from './script.ts';

const conformingTranscripts = new Map<string, Promise<string[]>>();

/** The conforming server under the same options, asked once. */
function conformingUnder(needs: Needs): Promise<string[]> {
  const name = Object.entries(needs).join();
  const known = conformingTranscripts.get(name) ?? transcript(needs);
  conformingTranscripts.set(name, known);
  return known;
}

test('the script is long, and the same server gives the same transcript', async () => {
  expect(scriptLength).toBeGreaterThanOrEqual(80);
  expect(await transcript({})).toEqual(await conformingUnder({}));
});

test.each(faults.map((fault) => [fault.id, fault] as const))('%s changes at least one answer', async (_, fault) => {
  const needs = fault.needs ?? {};
  const changed = await transcript({ ...needs, variants: [fault] });
  expect(changed).not.toEqual(await conformingUnder(needs));
});

test('each fault names what it breaks, once', () => {
  for (const { breaks, follows = [] } of faults) {
    expect(breaks.length).toBeGreaterThan(0);
    const named = [...breaks, ...follows];
    expect(named).toEqual([...new Set(named)]);
    for (const id of named)
      expect(id).toMatch(/^(auth|list|create|get|error|media|robust|rate|limit)(\.[a-z0-9-]+){1,2}$/);
  }
});
