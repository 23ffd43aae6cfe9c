import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../src/judge/gate/signature.ts';
import { found } from '../../src/rules/outcome.ts';

const refusal = (change: object = {}) => {
  const params = {
    request: 'GET /pets/25',
    operation: 'getPet',
    status: 403,
    wanted: 401,
    probe: 'auth.none.get',
    flaw: '',
  };
  return found('wrong-refusal', { ...params, ...change });
};
const sign = (...changes: object[]) => signatureOf('list.ok', changes.map(refusal));

describe('a signature', () => {
  it('is the same for another request of the same operation', () => {
    expect(sign({ request: 'GET /pets/9007199254740993' })).toBe(sign({}));
  });

  it.each([{ status: 500 }, { operation: 'createPet' }, { probe: 'auth.near-miss.get' }])(
    'changes with %o',
    (change) => {
      expect(sign(change)).not.toBe(sign({}));
    },
  );

  it('does not depend on sentences', () => {
    const finding = { ...refusal(), message: 'reworded', expected: 'reworded', actual: 'reworded' };
    expect(signatureOf('list.ok', [finding])).toBe(sign({}));
  });

  it('does not depend on order or repeats', () => {
    const [a, b] = [{ status: 404 }, { status: 500 }];
    expect(sign(a, b, a)).toBe(sign(b, a));
    expect(sign(a, b).split('-')).toEqual([sign(a), sign(b)].toSorted());
  });

  it('changes with the requirement', () => {
    expect(signatureOf('auth.required.list', [refusal()])).not.toBe(signatureOf('auth.query-key', [refusal()]));
  });

  it('has digits that YAML reads as text', () => {
    for (let status = 0; status < 500; status += 1) expect(sign({ status })).toMatch(/^[a-f][\da-f]{5}$/);
  });

  it('has a fixed value, because waivers store it', () => {
    expect(sign({})).toMatchInlineSnapshot(`"c7e57d"`);
  });
});
