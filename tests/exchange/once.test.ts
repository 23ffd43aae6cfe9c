import { expect, it } from 'vitest';
import { oncePer } from '../../src/exchange/once.ts';

it('oncePer computes once for each object and function, and remembers undefined too', () => {
  let computed = 0;
  const count = oncePer((_key: object) => {
    computed += 1;
    return undefined;
  });
  const size = oncePer((key: object) => Object.keys(key).length);
  const [one, other] = [{ a: 1 }, Object.freeze([])];
  for (const key of [one, other, one, other])
    expect([count(key), size(key)]).toEqual([undefined, Object.keys(key).length]);
  expect(computed).toBe(2);
  expect([size({ ...one, b: 2 }), JSON.stringify(one), Reflect.ownKeys(one)]).toEqual([2, '{"a":1}', ['a']]);
});
