import process from 'node:process';
import TinyQueue from 'tinyqueue';
import type { Clock } from '../../src/io/clock.ts';

export interface VirtualClock extends Clock {
  /** Settles as `work` does, but rejects as soon as the clock is stuck and `work` can never end. */
  readonly run: <T>(work: Promise<T>, what?: string) => Promise<T>;
  /** Drops everything that is pending: a test that has ended must not keep the event loop busy. */
  readonly stop: () => void;
}

export interface VirtualClockOptions {
  /** Milliseconds since 1970. */
  readonly startAt?: number;
}

/** A quarter of a second past a full one, so that code that rounds to seconds shows it. */
export const START = Date.parse('2026-11-21T10:15:00.250Z');

interface Timer {
  readonly at: number;
  /** Equal due times fire in this order. */
  readonly order: number;
  readonly action: () => void;
  /** A passive timer fires when its moment passes, but is no reason to move time. */
  readonly passive: boolean;
  /** A removed timer stays in the queue until it is its turn. */
  pending: boolean;
}

/** Captured at import: a test may replace the global one. */
const setTurn = setImmediate;

/** Turns that clocks of this process have requested. Clocks ignore each other's: else two of them would keep each other waiting. */
let requested = 0;

function nextTurn(turn: () => void): void {
  requested += 1;
  setTurn(() => {
    requested -= 1;
    turn();
  });
}

/**
 * Turns of the event loop that must be quiet in a row before time moves. A turn is quiet if no other `setImmediate` and no system
 * request (file, name look-up, thread pool) is pending: streams, node:http, undici and promises then have nothing to go on with.
 * One such turn suffices for these; the second one lets a poll phase pass between, for whatever the first could not see.
 */
const QUIET_TURNS = 2;

/** Turns after which a quiet loop without timers is called stuck. Sockets and child processes are not waited for. */
const STUCK_TURNS = 50;

/**
 * A clock whose time only moves when nothing else is left to do. Sleeping costs no real time. Equal due times fire in the order in
 * which they were set, and each is settled before the next one fires.
 *
 * `sleep` and `after` move time. `every` fires when time passes it, but does not move time: a process that has only an interval left
 * waits forever, too. Unlike real time, none passes while code runs.
 */
export function virtualClock({ startAt = START }: VirtualClockOptions = {}): VirtualClock {
  let now = startAt;
  let turning = false;
  let quiet = 0;
  let watchers: (() => void)[] = [];
  const timers = new TinyQueue<Timer>([], (a, b) => a.at - b.at || a.order - b.order);
  let [order, active] = [0, 0];

  const isNeeded = () => active > 0 || watchers.length > 0;

  const wake = () => {
    quiet = 0;
    if (turning || !isNeeded()) return;
    turning = true;
    nextTurn(turn);
  };

  const turn = () => {
    turning = false;
    if (!isNeeded()) return;
    quiet = isLoopQuiet() ? quiet + 1 : 0;
    // Requested first: an action that throws must not stop the clock.
    turning = true;
    nextTurn(turn);
    if (quiet >= QUIET_TURNS && active > 0) fire();
    else if (quiet >= STUCK_TURNS) {
      const told = watchers;
      watchers = [];
      for (const tell of told) tell();
    }
  };

  const release = (timer: Timer) => {
    timer.pending = false;
    if (!timer.passive) active -= 1;
  };

  const fire = () => {
    quiet = 0;
    let timer = timers.pop();
    while (timer?.pending === false) timer = timers.pop();
    if (timer === undefined) return;
    release(timer);
    now = Math.max(now, timer.at);
    timer.action();
  };

  const add = (at: number, action: () => void, passive = false) => {
    const timer: Timer = { at, order: order++, action, passive, pending: true };
    if (!passive) active += 1;
    timers.push(timer);
    wake();
    return () => {
      if (timer.pending) release(timer);
    };
  };

  const sleep: Clock['sleep'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const abort = () => {
        remove();
        reject(signal?.reason);
      };
      const remove = add(now + duration(milliseconds), () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });

  const every: Clock['every'] = (milliseconds, action) => {
    const period = Math.max(1, duration(milliseconds));
    let due = now;
    let remove = () => {};
    let cancelled = false;
    const next = () => {
      due += period;
      remove = add(
        due,
        () => {
          next();
          action();
        },
        true,
      );
      if (cancelled) remove();
    };
    next();
    return () => {
      cancelled = true;
      remove();
    };
  };

  const watch = (watcher: () => void) => {
    watchers.push(watcher);
    wake();
  };

  const run: VirtualClock['run'] = (work, what = 'the work') =>
    new Promise((resolve, reject) => {
      const fail = () => {
        const moment = new Date(now).toISOString();
        reject(new Error(`${what} never ends: at ${moment} nothing is left that it could wait for`));
      };
      watch(fail);
      work.then(resolve, reject).finally(() => {
        watchers = watchers.filter((one) => one !== fail);
      });
    });

  const stop = () => {
    for (let timer = timers.pop(); timer !== undefined; timer = timers.pop()) timer.pending = false;
    active = 0;
    watchers = [];
  };

  const after: Clock['after'] = (milliseconds, action) => add(now + duration(milliseconds), action);
  return { now: () => now, sleep, after, every, run, stop };
}

const duration = (milliseconds: number): number => Math.max(0, milliseconds);

function isLoopQuiet(): boolean {
  let turns = 0;
  for (const resource of process.getActiveResourcesInfo()) {
    if (resource === 'Immediate') turns += 1;
    else if (resource.includes('Req')) return false;
  }
  return turns <= requested;
}
