import TinyQueue from 'tinyqueue';

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

/** A removed timer stays in the queue until it is its turn. */
export function timers(): Timers {
  const queue = new TinyQueue<Entry>([], (a, b) => a.at - b.at || a.order - b.order);
  let order = 0;
  let active = 0;

  const release = (entry: Entry) => {
    entry.pending = false;
    if (!entry.passive) active -= 1;
  };

  const add: Timers['add'] = (timer) => {
    const entry: Entry = { ...timer, order: order++, pending: true };
    if (!entry.passive) active += 1;
    queue.push(entry);
    return () => {
      if (entry.pending) release(entry);
    };
  };

  const next: Timers['next'] = () => {
    while (active > 0) {
      const entry = queue.pop();
      if (entry?.pending !== true) continue;
      release(entry);
      return entry;
    }
    return undefined;
  };

  const clear = () => {
    for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) entry.pending = false;
    active = 0;
  };

  return { add, next, active: () => active, clear };
}
