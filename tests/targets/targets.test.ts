import { beforeAll, describe, expect, it } from 'vitest';
import { LOAD_SCRIPTS } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { BUILD_TIMEOUT, realK6 } from '../k6/real-k6.ts';
import { checkOf } from './check-of.ts';
import { type Load, limitsOf } from './limits-of.ts';
import { TARGETS } from './start.ts';
import { ROWS } from './verdicts.ts';

let load: Load;
const folder = temporaryFolder();

beforeAll(async () => {
  load = { k6: await realK6(), script: LOAD_SCRIPTS.quota, folder };
}, BUILD_TIMEOUT);

it('every published limiter has a row of verdicts', () => {
  expect(ROWS.map(({ target }) => target)).toEqual(TARGETS.map(({ name }) => name));
});

// Several at once: most of the time is spent waiting for windows to end. The check comes first, as the load is best left alone with
// the server. No vacuous pass: where nothing is broken, nothing may be left open either.

describe('the conformance check', () => {
  it.concurrent.each(ROWS)('$target', { timeout: 60_000 }, async ({ target, check, why }) => {
    const { musts, shoulds, open } = await checkOf(target);
    expect({ musts, shoulds }, why).toEqual({ musts: check.musts, shoulds: check.shoulds ?? [] });
    if (musts.length === 0) expect(open).toEqual([]);
  });
});

describe('the limits experiment with k6', () => {
  it.concurrent.each(ROWS)('$target', { timeout: 60_000 }, async ({ target, limits, why }) => {
    const { musts, shoulds, open } = await limitsOf(target, load);
    expect({ musts, shoulds }, why).toEqual({ musts: limits.musts, shoulds: limits.shoulds ?? [] });
    if (musts.length === 0) expect(open).toEqual([]);
  });
});
