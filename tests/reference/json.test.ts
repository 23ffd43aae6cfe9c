import { expect, test } from 'vitest';
import { readJson } from '../../src/reference/json/read.ts';
import { writeJson } from '../../src/reference/json/value.ts';

test.each(['-0', '1.5', '1e3', '1.0', '9223372036854775808', '{"b":[true,false,null,{}]}', '"a\\n\\"\\\\"'])(
  'keeps %s as it is written',
  (text) => {
    expect(writeJson(readJson(` ${text} `))).toBe(text);
  },
);

test.each(['', ' ', '{"a":1,}', '[1 2]', '{1:1}', '01', 'NaN', '"a\nb"', '1 1', '['.repeat(5000)])(
  'refuses %j',
  (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  },
);
