/** Counters, and the thresholds over them. */
export type Metrics = ReturnType<typeof metrics>;

export type Thresholds = Readonly<Record<string, readonly string[]>>;

const BUILT_IN = ['http_reqs', 'iterations', 'dropped_iterations'];

/** Only what the load scripts use: counters compared by `count==N` or `count<N`, of all samples or of one scenario. No samples count 0. */
export function metrics() {
  const declared = new Set(BUILT_IN);
  const sums = new Map<string, number>();
  const grow = (name: string, value: number) => void sums.set(name, (sums.get(name) ?? 0) + value);
  return {
    declare: (name: string) => void declared.add(name),
    add: (name: string, scenario: string | null, value: number) => {
      grow(name, value);
      if (scenario !== null) grow(`${name}{scenario:${scenario}}`, value);
    },
    /** Why a threshold cannot be evaluated, or null. */
    problem: (thresholds: Thresholds): string | null => {
      for (const [name, conditions] of Object.entries(thresholds)) {
        const metric = name.replace(/\{scenario:[\w-]+\}$/, '');
        if (!declared.has(metric)) {
          return `invalid threshold defined on ${name}; reason: no metric name "${metric}" found`;
        }
        for (const condition of conditions)
          if (holds(condition) === null) return `the virtual k6 does not know the threshold ${condition}`;
      }
      return null;
    },
    /** Names of the metrics whose thresholds are crossed. */
    crossed: (thresholds: Thresholds) =>
      Object.entries(thresholds)
        .filter(([name, all]) => all.some((one) => holds(one)?.(sums.get(name) ?? 0) !== true))
        .map(([name]) => name),
  };
}

function holds(one: string): ((sum: number) => boolean) | null {
  const [, sign, digits] = /^count\s*(==|<)\s*(\d+)$/.exec(one) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  return (sum) => (sign === '<' ? sum < number : sum === number);
}
