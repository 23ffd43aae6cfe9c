/**
 * Computes a value for an object once: exchanges never change, and many rules read the same ones. The value is kept in a private field of
 * the object, which no copy, comparison or JSON sees. A WeakMap would do the same, but judging would take twice as long.
 */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  class Known extends Itself {
    readonly #value: Value;
    constructor(key: object, value: Value) {
      super(key);
      this.#value = value;
    }
    static of(this: void, key: object): Value {
      if (#value in key) return key.#value;
      const value = compute(key as Key);
      new Known(key, value);
      return value;
    }
  }
  return Known.of;
}

/** What a constructor returns is what its subclass puts fields on. */
const Itself = itself as unknown as new (object: object) => object;

function itself(object: object): object {
  return object;
}
