import { describe, expect, it } from 'vitest';
import type { Left } from '../../outcome/left.ts';
import { startTarget, TARGETS } from '../../targets/start.ts';
import { ROWS } from '../../targets/verdicts.ts';
import { check } from '../check.ts';
import { push } from '../push.ts';
import { world } from '../world.ts';
import { useWorldTime } from './world-time.ts';

useWorldTime();

/** The page is not looked at. */
const ARGS = ['--reporter', 'terminal'];

it('every published limiter has a row of verdicts', () => {
  expect(ROWS.map(({ target }) => target)).toEqual(Object.keys(TARGETS));
});

/** Requirements that failed, and musts that are inconclusive: if nothing fails, nothing may be left open. */
function failuresOf({ result }: Left) {
  const rows = result?.requirements ?? [];
  const ids = (kind: string, level: string) =>
    rows.filter((row) => row.verdict === kind && row.level === level).map(({ id }) => id);
  const musts = ids('fail', 'must');
  return { musts, shoulds: ids('fail', 'should'), open: musts.length === 0 ? ids('inconclusive', 'must') : [] };
}

describe('check of a published limiter', () => {
  it.each(ROWS)('$target', async ({ target, check: expected, why }) => {
    const { baseUrl, keys } = await startTarget(target, world());
    const checked = await check(baseUrl, { plan: 'free', key: keys[0], args: ARGS });
    expect(failuresOf(checked), `${why}\n${checked.said}`).toEqual({ shoulds: [], ...expected, open: [] });
  });
});

/** It doubles its wait with each refusal: in windows of 60 s that is longer than a run waits. */
const windowOf = (target: string) => (target === '@fastify/rate-limit backing off' ? 6 : 60);

describe('limits of a published limiter', () => {
  it.each(ROWS)('$target', async ({ target, limits: expected, why }) => {
    const window = windowOf(target);
    const { baseUrl, keys } = await startTarget(target, { ...world(), windowSeconds: window });
    const pushed = await push(baseUrl, {
      keys: { free: keys[0] },
      secondKeys: { free: keys[1] },
      window,
      args: ARGS,
    });
    expect(failuresOf(pushed), `${why}\n${pushed.said}`).toEqual({ shoulds: [], ...expected, open: [] });
  });
});
