import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timeout } from '../../src/io/clock.ts';
import { START, virtualClock } from './clock.ts';

describe('virtual clock', () => {
  test('starts at a fixed moment and moves only by waits', async () => {
    const clock = virtualClock();
    expect(clock.now()).toBe(START);
    await clock.sleep(60_000);
    expect(clock.now()).toBe(START + 60_000);
  });

  test('fires in the order of due times, equal ones in the order in which they were set', async () => {
    const clock = virtualClock({ startAt: 0 });
    const order: string[] = [];
    const note = (name: string) => () => void order.push(`${name} at ${clock.now()}`);
    clock.after(20, note('c'));
    clock.after(10, note('a'));
    const cancel = clock.after(10, note('cancelled'));
    clock.after(10, note('b'));
    cancel();
    await clock.sleep(30);
    expect(order).toEqual(['a at 10', 'b at 10', 'c at 20']);
  });

  test('settles everything that a timer sets off before time moves on', async () => {
    const clock = virtualClock({ startAt: 0 });
    const moments: number[] = [];
    const busy = clock.sleep(1).then(async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await readFile(new URL(import.meta.url));
      moments.push(clock.now());
    });
    await Promise.all([busy, clock.sleep(2).then(() => moments.push(clock.now()))]);
    expect(moments).toEqual([1, 2]);
  });

  test('an aborted sleep rejects with the reason and does not move time', async () => {
    const clock = virtualClock({ startAt: 0 });
    const controller = new AbortController();
    clock.after(5, () => controller.abort(new Error('enough')));
    await expect(clock.sleep(1_000, controller.signal)).rejects.toThrow('enough');
    expect(clock.now()).toBe(5);
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough');
  });

  test('a timeout aborts its signal, unless it is cancelled', async () => {
    const clock = virtualClock({ startAt: 0 });
    const [first, second] = [timeout(clock, 10), timeout(clock, 10)];
    second.cancel();
    await clock.sleep(20);
    expect(first.signal.reason).toMatchObject({ name: 'TimeoutError' });
    expect(second.signal.aborted).toBe(false);
  });

  test('an interval fires while time passes, until it is cancelled', async () => {
    const clock = virtualClock({ startAt: 0 });
    const moments: number[] = [];
    const cancel = clock.every(10, () => moments.push(clock.now()));
    await clock.sleep(35);
    cancel();
    await clock.sleep(100);
    expect(moments).toEqual([10, 20, 30]);
  });

  test('an interval may cancel itself', async () => {
    const clock = virtualClock({ startAt: 0 });
    let count = 0;
    const cancel = clock.every(10, () => {
      count += 1;
      cancel();
    });
    await clock.sleep(100);
    expect(count).toBe(1);
  });

  test('time stands still while it is held', async () => {
    const clock = virtualClock({ startAt: 0 });
    const release = clock.hold();
    let woken = false;
    const sleeper = clock.sleep(1).then(() => {
      woken = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(woken).toBe(false);
    release();
    await sleeper;
    expect(clock.now()).toBe(1);
  });

  test('work that can never end is rejected with the moment', async () => {
    const clock = virtualClock({ startAt: 0 });
    clock.every(100, () => {});
    const never = clock.sleep(1_000).then(() => new Promise(() => {}));
    await expect(clock.run(never, 'the command')).rejects.toThrow(
      'the command never ends: at 1970-01-01T00:00:01.000Z nothing is left that it could wait for',
    );
    await expect(clock.run(clock.sleep(5).then(() => 'done'))).resolves.toBe('done');
  });

  test('a stopped clock drops pending timers', async () => {
    const clock = virtualClock({ startAt: 0 });
    let fired = false;
    clock.after(1, () => {
      fired = true;
    });
    clock.stop();
    await clock.stuck();
    expect(fired).toBe(false);
  });

  describe('with a replaced setImmediate', () => {
    afterEach(() => void vi.useRealTimers());

    test('uses the one of the event loop', async () => {
      vi.useFakeTimers();
      await virtualClock().sleep(1_000);
    });
  });

  test('sleeps 100,000 times', async () => {
    const clock = virtualClock();
    const began = clock.now();
    const worker = async () => {
      for (let turn = 0; turn < 10_000; turn += 1) await clock.sleep(1 + (turn % 7));
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    expect(clock.now() - began).toBeGreaterThan(10_000);
  });
});
