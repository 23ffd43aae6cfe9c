import { expect, it } from 'vitest';
import { realK6 } from '../real-k6.ts';

it('k6 is on this machine or can be built', () => {
  expect(realK6().version).toMatch(/^v2\./);
});
