/** Counters, and the thresholds over them. */
export interface Metrics {
  readonly declare: (name: string) => void;
  readonly add: (name: string, scenario: string | null, value: number) => void;
  /** Why a threshold cannot be evaluated, or null. */
  readonly problem: (thresholds: Thresholds) => string | null;
  /** Names of the metrics whose thresholds are crossed. */
  readonly crossed: (thresholds: Thresholds) => string[];
}

export type Thresholds = Readonly<Record<string, readonly string[]>>;

const BUILT_IN = ['http_reqs', 'iterations', 'dropped_iterations'];

/** Only what the load scripts use: counters compared by `count==N`, of all samples or of one scenario. No samples count 0. */
export function metrics(): Metrics {
  const declared = new Set(BUILT_IN);
  const sums = new Map<string, number>();
  const grow = (name: string, value: number) => void sums.set(name, (sums.get(name) ?? 0) + value);
  return {
    declare: (name) => void declared.add(name),
    add: (name, scenario, value) => {
      grow(name, value);
      if (scenario !== null) grow(`${name}{scenario:${scenario}}`, value);
    },
    problem: (thresholds) => {
      for (const [name, conditions] of Object.entries(thresholds)) {
        const metric = name.replace(/\{scenario:[\w-]+\}$/, '');
        if (!declared.has(metric)) return `metric '${metric}' does not exist in the script`;
        for (const condition of conditions)
          if (expected(condition) === null) return `the virtual k6 does not know the threshold ${condition}`;
      }
      return null;
    },
    crossed: (thresholds) =>
      Object.entries(thresholds)
        .filter(([name, conditions]) => conditions.some((condition) => expected(condition) !== (sums.get(name) ?? 0)))
        .map(([name]) => name),
  };
}

function expected(condition: string): number | null {
  const [, digits] = /^count\s*==\s*(\d+)$/.exec(condition) ?? [];
  return digits === undefined ? null : Number(digits);
}
