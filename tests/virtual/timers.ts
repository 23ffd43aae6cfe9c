/** A call that is due at a moment. */
export interface Timer {
  readonly at: number;
  readonly action: () => void;
  /** A passive timer fires when its moment passes, but is no reason to move time. */
  readonly passive: boolean;
}

/** Pending timers, ordered by due time, then by insertion. */
export interface Timers {
  /** Returns a function that removes the timer. */
  readonly add: (timer: Timer) => () => void;
  /** Removes and returns the earliest timer, or undefined if no active timer is left. */
  readonly next: () => Timer | undefined;
  /** Number of pending timers that are a reason to move time. */
  readonly active: () => number;
  readonly clear: () => void;
}

interface Entry extends Timer {
  readonly order: number;
  pending: boolean;
}

/** A binary heap. Removed timers stay in it until they surface or outnumber the pending ones. */
export function timers(): Timers {
  let heap: Entry[] = [];
  let order = 0;
  let [pending, active] = [0, 0];

  const release = (entry: Entry) => {
    entry.pending = false;
    pending -= 1;
    if (!entry.passive) active -= 1;
  };

  const add: Timers['add'] = (timer) => {
    const entry: Entry = { ...timer, order: order++, pending: true };
    pending += 1;
    if (!entry.passive) active += 1;
    heap.push(entry);
    rise(heap, heap.length - 1);
    return () => {
      if (!entry.pending) return;
      release(entry);
      if (heap.length > 64 && heap.length > 2 * pending) {
        // A sorted array is a heap.
        heap = heap.filter((one) => one.pending).sort((a, b) => (isBefore(a, b) ? -1 : 1));
      }
    };
  };

  const next: Timers['next'] = () => {
    while (active > 0) {
      const entry = takeFirst(heap);
      if (entry?.pending !== true) continue;
      release(entry);
      return entry;
    }
    return undefined;
  };

  const clear = () => {
    for (const entry of heap) entry.pending = false;
    heap = [];
    [pending, active] = [0, 0];
  };

  return { add, next, active: () => active, clear };
}

const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function takeFirst(heap: Entry[]): Entry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (last !== undefined && heap.length > 0) {
    heap[0] = last;
    sink(heap);
  }
  return first;
}

function rise(heap: Entry[], from: number): void {
  for (let index = from; index > 0; ) {
    const parent = (index - 1) >> 1;
    const [below, above] = [heap[index], heap[parent]];
    if (below === undefined || above === undefined || !isBefore(below, above)) return;
    [heap[index], heap[parent]] = [above, below];
    index = parent;
  }
}

function sink(heap: Entry[]): void {
  for (let index = 0; ; ) {
    let smallest = index;
    for (const child of [2 * index + 1, 2 * index + 2]) {
      const [candidate, best] = [heap[child], heap[smallest]];
      if (candidate !== undefined && best !== undefined && isBefore(candidate, best)) smallest = child;
    }
    const [parent, child] = [heap[index], heap[smallest]];
    if (smallest === index || parent === undefined || child === undefined) return;
    [heap[index], heap[smallest]] = [child, parent];
    index = smallest;
  }
}
