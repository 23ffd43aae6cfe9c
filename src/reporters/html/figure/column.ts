/** Numbers that keep coming: a million take eight megabytes. */
export interface Column {
  readonly push: (value: number) => void;
  /** NaN where there is none. */
  readonly at: (index: number) => number;
  readonly length: () => number;
}

export function column(): Column {
  let values = new Float64Array(256);
  let length = 0;
  return {
    push: (value) => {
      if (length === values.length) {
        const longer = new Float64Array(2 * length);
        longer.set(values);
        values = longer;
      }
      values[length] = value;
      length += 1;
    },
    at: (index) => (index < length ? (values[index] ?? Number.NaN) : Number.NaN),
    length: () => length,
  };
}
