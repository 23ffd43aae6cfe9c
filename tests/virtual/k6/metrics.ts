/** Counters, and the thresholds over them. */
export type Metrics = ReturnType<typeof metrics>;

export type Thresholds = Readonly<Record<string, readonly string[]>>;

/** Only what the load scripts use: counters compared by `count==N` or `count<N`, of all samples or of one scenario. No samples count 0. */
export function metrics() {
  const sums = new Map<string, number>();
  const grow = (name: string, value: number) => void sums.set(name, (sums.get(name) ?? 0) + value);
  return {
    add: (name: string, scenario: string | null, value: number) => {
      grow(name, value);
      if (scenario !== null) grow(`${name}{scenario:${scenario}}`, value);
    },
    /** Names of the metrics whose thresholds are crossed. */
    crossed: (thresholds: Thresholds) =>
      Object.entries(thresholds)
        .filter(([name, all]) => !all.every((one) => holds(one, sums.get(name) ?? 0)))
        .map(([name]) => name),
  };
}

function holds(condition: string, sum: number): boolean {
  const [, sign, digits] = /^count\s*(==|<)\s*(\d+)$/.exec(condition) ?? [];
  if (digits === undefined) throw new Error(`the virtual k6 does not know the threshold ${condition}`);
  return sign === '<' ? sum < Number(digits) : sum === Number(digits);
}
