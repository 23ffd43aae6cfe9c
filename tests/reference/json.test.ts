import { expect, test } from 'vitest';
import { readJson } from '../../src/reference/json/read.ts';
import { isNumber, writeJson } from '../../src/reference/json/value.ts';

test.each(['7', '-0', '1.5', '1e3', '1.0', '9223372036854775807', '9223372036854775808', '-9007199254740993'])(
  'keeps the digits of %s',
  (digits) => {
    const value = readJson(` ${digits} `);
    expect(isNumber(value)).toBe(true);
    expect(writeJson(value)).toBe(digits);
  },
);

test.each(['"7"', '"a\\u00e9\\n\\"\\\\"', '{"a":1,"a":2,"b":[true,false,null,{}]}', '[]', '""', '"\\ud83d\\ude00"'])(
  'reads %s as JSON.parse does',
  (text) => {
    const written = writeJson(readJson(text));
    expect(JSON.parse(written)).toEqual(JSON.parse(text));
  },
);

test.each([
  '',
  ' ',
  '{',
  '{"a":1,}',
  '[1,]',
  '[1 2]',
  "{'a':1}",
  '{a:1}',
  '{1:1}',
  '01',
  '+1',
  '1.',
  '.5',
  'NaN',
  'nul',
  'truefalse',
  '"a\nb"',
  '"\\x"',
  '"open',
  '{"a" 1}',
  '1 1',
  '['.repeat(5000),
])('refuses %j', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
});
