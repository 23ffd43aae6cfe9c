/** Time as a command sees it. The process supplies the real clock; tests supply one that only moves when nothing else is left to do. */
export interface Clock {
  /** Milliseconds since 1970, as a float on a monotonic base: differences are durations even if the wall clock is set. */
  readonly now: () => number;
  /** Resolves after `milliseconds`. Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `action` once after `milliseconds`. The returned function cancels it. A pending call does not keep the process alive. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Calls `action` every `milliseconds` until the returned function is called. Does not keep the process alive. */
  readonly every: (milliseconds: number, action: () => void) => () => void;
}

/** A signal that aborts with a `TimeoutError` after `milliseconds`, and a function that cancels it. */
export function timeout(clock: Clock, milliseconds: number) {
  const controller = new AbortController();
  const cancel = clock.after(milliseconds, () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  );
  return { signal: controller.signal, cancel };
}
