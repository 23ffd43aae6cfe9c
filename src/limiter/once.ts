import type { Evidence } from './evidence.ts';

/** Computes once for each experiment what several rules ask for. */
export function once<T>(compute: (evidence: Evidence) => T): (evidence: Evidence) => T {
  const known = new WeakMap<Evidence, { readonly value: T }>();
  return (evidence) => {
    const found = known.get(evidence);
    if (found !== undefined) return found.value;
    const value = compute(evidence);
    known.set(evidence, { value });
    return value;
  };
}
