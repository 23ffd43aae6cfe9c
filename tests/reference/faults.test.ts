import { expect, test } from 'vitest';
import { faults } from '../../src/reference/index.ts';
import { scriptLength, transcript } from './script.ts';

test('the script is long, and the same server gives the same transcript', async () => {
  expect(scriptLength).toBeGreaterThanOrEqual(80);
  expect(await transcript({})).toEqual(await transcript({}));
});

// The kill matrix shows that each fault changes what a service does.
test('each fault names what it breaks, once', () => {
  for (const { breaks, follows = [] } of faults) {
    expect(breaks.length).toBeGreaterThan(0);
    const named = [...breaks, ...follows];
    expect(named).toEqual([...new Set(named)]);
    for (const id of named)
      expect(id).toMatch(/^(auth|list|create|get|error|media|robust|rate|limit)(\.[a-z0-9-]+){1,2}$/);
  }
});
