import { describe, expect, it } from 'vitest';
import { NO_OBSERVATIONS, observationsText, pin, pinnedFor, readObservations } from '../../src/result/observations.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { goldenIn } from '../golden.ts';
import { result, row } from '../reporters/results.ts';

const golden = goldenIn(import.meta.dirname);

const seen = (id: string, value: NonNullable<RequirementResult['value']>, plan = 'free') =>
  row({ id, level: 'observe', verdict: 'observed', value, plan });
const run = (target: string, requirements: readonly RequirementResult[]) =>
  result({ requirements, target: { ...result().target, name: target } });

describe('pinned observations', () => {
  it('contain the stable values of each target, in one order', async () => {
    const first = pin(
      NO_OBSERVATIONS,
      run('staging', [seen('list.order', 'newest first'), seen('create.location', false)]),
    );
    const both = pin(
      first,
      run('production', [
        seen('limit.algorithm', { class: 'sliding', evidence: '0.3 s' }, 'pro'),
        seen('limit.algorithm', { class: 'fixed on the clock', evidence: 'x' }, 'free'),
        seen('error.codes', { '404 unknown id': ['b'], '401 missing key': ['a'] }),
        row(),
      ]),
    );
    await expect(observationsText(both)).toMatchFileSnapshot(golden('observations-hold-what-is-stable-of.txt'));
    expect(readObservations(observationsText(both))).toEqual(both);
  });

  it('keep what a run could not see, and replace what it saw', () => {
    const first = pin(
      NO_OBSERVATIONS,
      run('staging', [seen('list.order', 'newest first'), seen('create.location', false)]),
    );
    const second = pin(first, run('staging', [seen('create.location', true, 'pro')]));
    expect(pinnedFor(second, 'staging')).toEqual([
      { id: 'create.location', value: true },
      { id: 'list.order', value: 'newest first' },
    ]);
  });

  it('of a target that was never pinned are absent, for any name', () => {
    const file = pin(NO_OBSERVATIONS, run('__proto__', [seen('create.location', true)]));
    expect(pinnedFor(readObservations(observationsText(file)), '__proto__')).toHaveLength(1);
    for (const name of ['constructor', 'toString', 'staging']) expect(pinnedFor(file, name)).toBeUndefined();
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '{', /is not JSON/],
    ['a list', '[]', /no pinned observations/],
    ['a result', JSON.stringify(result()), /no pinned observations/],
    ['a later version', '{"schemaVersion":2,"targets":{}}', /schemaVersion 2/],
    ['no list for a target', '{"schemaVersion":1,"targets":{"staging":{}}}', /"staging"/],
    ['an entry without a value', '{"schemaVersion":1,"targets":{"staging":[{"id":"list.order"}]}}', /"staging"/],
    ['an entry without an id', '{"schemaVersion":1,"targets":{"staging":[{"value":1}]}}', /"staging"/],
  ])('are not read from %s', (_what, text, words) => {
    expect(() => readObservations(text)).toThrow(words);
  });
});
