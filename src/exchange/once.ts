/**
 * Computes a value for an object once: exchanges never change, and many rules read the same ones. All values of an object are kept in one
 * private field of it, which no copy, comparison or JSON sees. A WeakMap for each would do the same, but judging would take twice as long.
 */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const index = memos;
  memos += 1;
  return (key) => {
    const kept = Kept.of(key);
    const known = kept[index];
    if (known !== undefined) return known === NOTHING ? (undefined as Value) : (known as Value);
    const value = compute(key);
    kept[index] = value === undefined ? NOTHING : value;
    return value;
  };
}

let memos = 0;

/** Placeholder for a computed value that is undefined. */
const NOTHING = Symbol('nothing');

/** Returns an existing object, so that a subclass adds private fields to it. */
const Itself = itself as unknown as new (object: object) => object;

function itself(object: object): object {
  return object;
}

class Kept extends Itself {
  readonly #values: unknown[] = [];
  static of(this: void, key: object): unknown[] {
    if (!(#values in key)) new Kept(key);
    return (key as Kept).#values;
  }
}
