/** Virtual time. Events run in the order of their moments; events of the same moment run in the order in which they were added. */
export interface Scheduler {
  readonly now: () => number;
  readonly at: (moment: number, event: () => void) => void;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs events until `work` settles. Rejects if no event is left that `work` could wait for. */
  readonly run: <Result>(work: Promise<Result>) => Promise<Result>;
}

interface Entry {
  readonly moment: number;
  readonly event: () => void;
}

export function schedulerFrom(start: number): Scheduler {
  let now = start;
  /** The next event is the last entry. Seldom more than 100 entries, so inserting into an array is faster than a heap. */
  const entries: Entry[] = [];
  const at: Scheduler['at'] = (moment, event) => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.moment ?? 0) > moment) low = middle + 1;
      else high = middle;
    }
    entries.splice(low, 0, { moment, event });
  };
  return {
    now: () => now,
    at,
    sleep: (milliseconds) => new Promise((resolve) => at(now + Math.max(0, milliseconds), resolve)),
    run: async (work) => {
      let settled = false;
      const settle = () => {
        settled = true;
      };
      work.then(settle, settle);
      for (;;) {
        await idle();
        if (settled) return work;
        const next = entries.pop();
        if (next === undefined) throw new Error('the simulated experiment waits, but no event is left');
        now = Math.max(now, next.moment);
        next.event();
      }
    },
  };
}

/** Resolves when every promise job has run: Node empties the microtask queue before it takes the next tick. No timer is involved. */
const idle = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
