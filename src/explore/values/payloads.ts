import type { JsonLiteral } from '../../probes/marker.ts';
import type { Members } from './json.ts';

/** Integers at every boundary, and other spellings of integers. `own`: a number that only this probe uses. */
export const CATEGORIES = [
  'own',
  '0',
  '1',
  '42',
  '-1',
  '100',
  '127',
  '255',
  '256',
  '999',
  '1000',
  '32768',
  '65536',
  '2147483647',
  '2147483648',
  '-2147483648',
  '-2147483649',
  '4294967295',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '1000000000000000000',
  '9223372036854775806',
  '9223372036854775807',
  '-9223372036854775808',
  '1e3',
  '1.0',
  '10E2',
  '-0',
] as const;

/** Members that the specification does not define. A service may ignore or refuse them. */
export const EXTRAS: Readonly<Record<string, Members>> = {
  none: [],
  unknown: [['storecheckExtra', '"extra"']],
  nested: [['extra', `${'[{"a":'.repeat(8)}1${'}]'.repeat(8)}`]],
  prototype: [['__proto__', '{"name":"from the prototype","status":"sold","id":1}']],
  id: [['id', '1']],
  'other-case': [
    ['NAME', '"upper"'],
    ['Status', '"sold"'],
    ['category_id', '1'],
  ],
  'null-member': [['tag', 'null']],
  deep: [['extra', `${'['.repeat(400)}${']'.repeat(400)}`]],
  repeated: [
    ['extra', '1'],
    ['extra', '2'],
  ],
  'repeated-name': [['name', '"the second"']],
  'object-member': [['constructor', '{"prototype":{"status":"sold"}}']],
};

/** A field and the invalid literal that it gets. */
export interface Break {
  readonly field: 'name' | 'categoryId' | 'status';
  readonly literal: JsonLiteral;
}

const breaksOf = (field: Break['field'], literals: readonly JsonLiteral[]): Break[] =>
  literals.map((literal) => ({ field, literal }));

const DEEP = `${'['.repeat(500)}${']'.repeat(500)}`;

/** One field of a valid payload, changed through the JSON types and through type coercions of programming languages. The suites send others. */
export const BREAKS: readonly Break[] = [
  // The last one is sent as bytes that are not UTF-8.
  ...breaksOf('name', ['0', 'false', '[]', '{}', DEEP, '"not UTF-8: \ud83d"']),
  ...breaksOf('categoryId', [
    '""',
    '" 7"',
    '"0x7"',
    '"9223372036854775808"',
    'false',
    '[]',
    '[7]',
    '{}',
    '1e-1',
    '-9223372036854775809',
    '18446744073709551616',
  ]),
  ...breaksOf('status', [
    '""',
    '1',
    'true',
    'false',
    '[]',
    '["available"]',
    '{}',
    '"lost"',
    '"constructor"',
    '" available"',
    '"available\\u0000"',
    '"AVAILABLE"',
    '"available,sold"',
    '"null"',
    '"toString"',
    '"sold "',
    '"sold\\n"',
    '"\\u0430vailable"',
    `"${'x'.repeat(300)}"`,
  ]),
];

/** Bodies that are not an object with the required fields. Those of one kind are read alike: an exploration sends one of each. */
export const BODIES: readonly (readonly string[])[] = [
  ['', ' '],
  ['null', 'true', '7', '"x"'],
  ['{}'],
  ['[]', '[null]'],
  ['{"NAME":"x","CATEGORYID":7}', '{"Name":"x","categoryId":7}'],
  ['{"name":1,"categoryId":"x","status":2}'],
  ['{"name":"x","categoryId":7'],
  ["{'name':'x','categoryId':7}", '{"name":"x","categoryId":7,}', '{"name":"x",/* */"categoryId":7}'],
  ['{"name":"x","categoryId":NaN}'],
  ['{"name":"x","categoryId":007}', '{"name":"x","categoryId":0x1F}'],
  ['name=x&categoryId=7', '<pet><name>x</name><categoryId>7</categoryId></pet>'],
  // Parsers of some languages end at 1,000 levels.
  [`${'['.repeat(1_500)}${']'.repeat(1_500)}`],
  ['{"__proto__":{"name":"x","categoryId":7}}'],
  // A byte order mark without anything.
  ['\ufeff'],
  // Sent as bytes that are not UTF-8.
  ['{"name":"\ud83d"}'],
];
