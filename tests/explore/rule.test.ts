import { describe, expect, it } from 'vitest';
import { create, get } from '../../src/probes/index.ts';
import { again, answer, type Draft, pet, said, verdictOn } from '../trace.ts';

const NAME = 'cafe\u0301';
const payload = (name: string) => `{"name":${JSON.stringify(name)},"categoryId":7,"status":"sold"}`;
const created = (probe: string, name: string, shown: string, id = 50): Draft =>
  answer(probe, {
    sent: create(payload(name)),
    status: 201,
    body: pet(id, { name: shown, categoryId: 7, status: 'sold' }),
  });
const suite = [
  created('create.available', 'x', 'x', 1),
  created('create.pending', 'x', 'x', 2),
  created('create.sold', ' x', ' x', 3),
];

describe('a value that came back changed', () => {
  it('is a finding if two requests show it; the smaller one is reported', () => {
    const verdict = verdictOn('create.text', {
      exchanges: [
        ...suite,
        created('explore.create-1', `${NAME} and more`, 'caf\u00e9 and more'),
        created('explore.create-2', NAME, 'caf\u00e9', 51),
      ],
    });
    expect(verdict.verdict).toBe('fail');
    expect(verdict.findings).toHaveLength(1);
    expect(said(verdict)).not.toContain('and more');
  });

  it('is a finding if one accepted create shows it: nothing else explains that', () => {
    const verdict = verdictOn('create.text', { exchanges: [...suite, created('explore.create-1', NAME, 'caf\u00e9')] });
    expect(verdict.verdict).toBe('fail');
    expect(verdict.otherCause).toBeUndefined();
  });

  it('is not a finding if the same request had a correct response later', () => {
    const verdict = verdictOn('create.text', {
      exchanges: [
        ...suite,
        created('explore.create-1', NAME, 'caf\u00e9'),
        created('explore.reduced.create.text', NAME, NAME, 51),
      ],
    });
    expect(verdict.verdict).toBe('inconclusive');
  });

  const bare = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
  const read = (index: number): Draft =>
    answer(`explore.any-${index}`, {
      sent: get('1'),
      body: pet(1),
      at: 1000 + 900 * index,
      ...(index % 2 === 0 ? { headers: bare } : {}),
    });
  const bareList = again(answer('list.maximum', { body: [pet(1)], at: 9000, headers: bare }));

  it.each([
    ['in the exploration', [1, 2, 3, 4, 5].map(read)],
    ['in the confirmation attempt', [read(2), read(3), bareList]],
  ])('is a finding if it recurs %s, although identical requests have a correct response', (_where, exchanges) => {
    const verdict = verdictOn('rate.headers-present', { exchanges: [...suite, ...exchanges] });
    expect(verdict.verdict).toBe('fail');
    expect(verdict.otherCause).toBeUndefined();
  });

  it('is good practice only if just the white space around it is gone', () => {
    const exchanges = [...suite, ...[1, 2].map((id) => created(`explore.create-${id}`, ` a${id} `, `a${id}`, 50 + id))];
    expect(verdictOn('create.text', { exchanges }).verdict).not.toBe('fail');
    expect(verdictOn('create.name-verbatim', { exchanges })).toMatchObject({ verdict: 'fail', level: 'should' });
  });
});

it('a gateway may refuse an odd request without JSON', () => {
  const refusal = answer('explore.query-1', {
    status: 403,
    body: '<html>',
    headers: { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null },
  });
  expect(verdictOn('error.schema', { exchanges: [...suite, refusal, refusal] }).verdict).not.toBe('fail');
});
