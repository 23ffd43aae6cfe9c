import { inject } from 'vitest';

/** The k6 that was found or built before the tests. Throws the ways to get one if there is none. */
export function realK6(): { readonly path: string; readonly version: string } {
  const found = inject('k6');
  if ('missing' in found) throw new Error(found.missing);
  return found;
}
