import { describe, expect, it } from 'vitest';
import { oncePer } from '../../src/exchange/index.ts';

describe('oncePer', () => {
  it('computes once for each object, and remembers undefined too', () => {
    let computed = 0;
    const count = oncePer((_key: object) => {
      computed += 1;
      return undefined;
    });
    const [one, other] = [{}, Object.freeze([])];
    for (const key of [one, other, one, other]) expect(count(key)).toBeUndefined();
    expect(computed).toBe(2);
  });

  it('keeps the values of two functions apart', () => {
    const [length, first] = [oncePer((key: string[]) => key.length), oncePer((key: string[]) => key[0])];
    const key = ['a', 'b'];
    expect([length(key), first(key), length(key), first(key)]).toEqual([2, 'a', 2, 'a']);
  });

  it('leaves no trace that a copy, a comparison or JSON would see', () => {
    const size = oncePer((key: object) => Object.keys(key).length);
    const key = { a: 1 };
    expect(size(key)).toBe(1);
    expect(size({ ...key, b: 2 })).toBe(2);
    expect(Reflect.ownKeys(key)).toEqual(['a']);
    expect(JSON.stringify(key)).toBe('{"a":1}');
  });

  it('caches nothing if computing fails', () => {
    let fails = true;
    const once = oncePer((_key: object) => {
      if (fails) throw new Error('no');
      return 1;
    });
    const key = {};
    expect(() => once(key)).toThrow('no');
    fails = false;
    expect(once(key)).toBe(1);
  });
});
