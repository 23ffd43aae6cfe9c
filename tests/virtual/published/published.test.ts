import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectLines, goldenIn } from '../../golden.ts';
import type { Left } from '../../outcome/runs.ts';
import { startTarget, TARGETS } from '../../targets/start.ts';
import { check, push } from '../command.ts';
import { world } from '../world.ts';
import { followClock } from './world-time.ts';

let endOfWorldTime = () => {};
beforeEach(() => {
  endOfWorldTime = followClock(world().clock);
});
afterEach(() => endOfWorldTime());

/** Without reports in files. */
const TERSE = ['--reporter', 'terminal'];

/** Backing off doubles the wait with each refusal: in windows of 60 s that is longer than a run waits. */
const windowOf = (target: string) => (target === '@fastify/rate-limit backing off' ? 6 : 60);

/** Requirements that failed. If no must fails, none may be inconclusive. */
function failuresOf({ result, said }: Left & { readonly said: string }): string {
  const rows = result?.requirements ?? [];
  const failed = rows.flatMap(({ id, level, verdict }) => (verdict === 'fail' ? [`${level} ${id}`] : []));
  const open = rows.filter(({ level, verdict }) => level === 'must' && verdict === 'inconclusive');
  if (!failed.some((row) => row.startsWith('must'))) expect(open, said).toEqual([]);
  return failed.join(', ') || 'nothing';
}

describe('published limiters', () => {
  const failures: Record<string, string> = {};

  it.each(Object.keys(TARGETS))('%s', async (target) => {
    const { baseUrl, keys } = await startTarget(target, world());
    failures[`${target}, check`] = failuresOf(await check(baseUrl, { plan: 'free', key: keys[0], args: TERSE }));
    const window = windowOf(target);
    const again = await startTarget(target, { ...world(), windowSeconds: window });
    const [free, second] = again.keys;
    const pushed = await push(again.baseUrl, { keys: { free }, secondKeys: { free: second }, window, args: TERSE });
    failures[`${target}, limits`] = failuresOf(pushed);
  });

  it('fail this', () => expectLines(goldenIn(import.meta.dirname)('failures.txt'), failures, (failed) => failed));
});
