import process from 'node:process';
import TinyQueue from 'tinyqueue';
import type { Clock } from '../../src/io/io.ts';

export interface VirtualClock extends Clock {
  /** Settles as `work` does, but rejects as soon as the clock is stuck and `work` can never end. */
  readonly run: <T>(work: Promise<T>, what?: string) => Promise<T>;
  /** Drops everything that is pending: a test that has ended must not keep the event loop busy. */
  readonly stop: () => void;
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
 * A clock whose time, in milliseconds since 1970, only moves when nothing else is left to do. Sleeping costs no real time. Equal due times
 * fire in the order in which they were set, and each is settled before the next one fires.
 *
 * `sleep` and `after` move time. `every` fires when time passes it, but does not move time: a process that has only an interval left
 * waits forever, too. Unlike real time, none passes while code runs.
 */
export function virtualClock({ startAt = START } = {}): VirtualClock {
  let now = startAt;
  let turning = false;
  let [quiet, order, active] = [0, 0, 0];
  const watchers = new Set<() => void>();
  const timers = new TinyQueue<Timer>([], (a, b) => a.at - b.at || a.order - b.order);

  const wake = () => {
    quiet = 0;
    if (!turning) turn();
  };

  /** Looks once in each turn of the loop, as long as somebody waits. */
  const turn = () => {
    turning = active > 0 || watchers.size > 0;
    if (!turning) return;
    // Requested first: an action that throws must not stop the clock.
    nextTurn(() => {
      quiet = isLoopQuiet() ? quiet + 1 : 0;
      turn();
      if (quiet >= QUIET_TURNS && active > 0) fire();
      else if (quiet >= STUCK_TURNS) for (const tell of watchers) tell();
    });
  };

  const release = (timer: Timer) => {
    if (timer.pending && !timer.passive) active -= 1;
    timer.pending = false;
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

  const add = (milliseconds: number, action: () => void, passive = false) => {
    const at = now + Math.max(0, milliseconds);
    const timer: Timer = { at, order: order++, action, passive, pending: true };
    if (!passive) active += 1;
    timers.push(timer);
    wake();
    return () => release(timer);
  };

  const sleep: Clock['sleep'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const abort = () => {
        remove();
        reject(signal?.reason);
      };
      const remove = add(milliseconds, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });

  const every: Clock['every'] = (milliseconds, action) => {
    let due = now;
    let remove = () => {};
    const next = () => {
      due += Math.max(1, milliseconds);
      const fired = () => {
        next();
        action();
      };
      remove = add(due - now, fired, true);
    };
    next();
    return () => remove();
  };

  const run: VirtualClock['run'] = (work, what = 'the work') =>
    new Promise((resolve, reject) => {
      const fail = () => {
        watchers.delete(fail);
        const moment = new Date(now).toISOString();
        reject(new Error(`${what} never ends: at ${moment} nothing is left that it could wait for`));
      };
      watchers.add(fail);
      wake();
      work.then(resolve, reject).finally(() => watchers.delete(fail));
    });

  const stop = () => {
    for (let timer = timers.pop(); timer !== undefined; timer = timers.pop()) timer.pending = false;
    active = 0;
    watchers.clear();
  };

  return { now: () => now, sleep, after: (milliseconds, action) => add(milliseconds, action), every, run, stop };
}

/** A Date whose present is the clock's, in whole milliseconds. */
export function dateOf({ now }: Pick<Clock, 'now'>): DateConstructor {
  const present = () => Math.floor(now());
  return new Proxy(Date, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [present()] : given),
    get: (target, name, receiver) => (name === 'now' ? present : Reflect.get(target, name, receiver)),
  });
}

function isLoopQuiet(): boolean {
  let turns = 0;
  for (const resource of process.getActiveResourcesInfo()) {
    if (resource === 'Immediate') turns += 1;
    else if (resource.includes('Req')) return false;
  }
  return turns <= requested;
}
