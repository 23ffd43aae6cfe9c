/**
 * Computes a value for an object once: exchanges never change, and many rules read the same ones. All values of an object are in one
 * array, so that a rule costs one look-up; no copy, comparison or JSON sees them.
 */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const index = functions;
  functions += 1;
  return (key) => {
    const kept = keptOf(key);
    const known = kept[index];
    if (known !== undefined) return known === NOTHING ? (undefined as Value) : (known as Value);
    const value = compute(key);
    kept[index] = value === undefined ? NOTHING : value;
    return value;
  };
}

/** The number of functions so far; each has its place in the arrays. */
let functions = 0;

/** Placeholder for a computed value that is undefined. */
const NOTHING = Symbol('nothing');

const KEPT = new WeakMap<object, unknown[]>();

function keptOf(key: object): unknown[] {
  const known = KEPT.get(key);
  if (known !== undefined) return known;
  const kept: unknown[] = [];
  KEPT.set(key, kept);
  return kept;
}
