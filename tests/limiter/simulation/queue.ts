/** Events in the order of their time; equal times in the order in which they were put in. */
export interface Queue {
  readonly put: (at: number, event: () => void) => void;
  /** Runs until nothing is left, and returns the time of the last event. */
  readonly run: () => number;
}

interface Entry {
  readonly at: number;
  readonly turn: number;
  readonly event: () => void;
}

export function queue(): Queue {
  const heap: Entry[] = [];
  let turn = 0;
  const before = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.turn < b.turn);
  const swapUp = (from: number) => {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      const [a, b] = [heap[index], heap[parent]];
      if (a === undefined || b === undefined || !before(a, b)) return;
      [heap[index], heap[parent]] = [b, a];
      index = parent;
    }
  };
  const sink = () => {
    for (let index = 0; ; ) {
      let first = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        const [a, b] = [heap[child], heap[first]];
        if (a !== undefined && b !== undefined && before(a, b)) first = child;
      }
      const [a, b] = [heap[index], heap[first]];
      if (first === index || a === undefined || b === undefined) return;
      [heap[index], heap[first]] = [b, a];
      index = first;
    }
  };
  return {
    put: (at, event) => {
      heap.push({ at, turn: turn++, event });
      swapUp(heap.length - 1);
    },
    run: () => {
      let now = 0;
      for (let next = heap[0]; next !== undefined; next = heap[0]) {
        const last = heap.pop();
        if (last !== undefined && heap.length > 0) {
          heap[0] = last;
          sink();
        }
        now = next.at;
        next.event();
      }
      return now;
    },
  };
}
