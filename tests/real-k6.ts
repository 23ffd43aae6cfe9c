import { describe, inject } from 'vitest';

const found = inject('k6');

/** The k6 that was found or built before the tests. Throws the ways to get one if there is none. */
export function realK6(): { readonly path: string; readonly version: string } {
  if ('missing' in found) throw new Error(found.missing);
  return found;
}

/** For tests that need k6. Without it one test fails for all of them: tests/process/k6-is-there.test.ts. */
export const describeWithK6 = describe.skipIf('missing' in found);
