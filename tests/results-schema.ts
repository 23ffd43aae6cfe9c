import { expect } from 'vitest';
import { validateResult } from '../generated/result.js';

/** Of the published schema: tests/result/schema.test.ts compares the two. */
export function expectSchema(result: unknown): void {
  // As it is written: what is undefined is not there.
  const written = result === undefined ? null : JSON.parse(JSON.stringify(result));
  expect(validateResult(written) ? [] : validateResult.errors).toEqual([]);
}
