/** Computes a value for an object once: exchanges never change, and many rules read the same ones. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    values.set(key, { value });
    return value;
  };
}
