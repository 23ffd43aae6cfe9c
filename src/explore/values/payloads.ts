import { type Fields, objectForm, type ProbeContext, payload } from '../../probes/make-probe.ts';

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escapedUpper = (unit: string) => `\\u${escaped(unit).slice(2).toUpperCase()}`;

/** Ways to write the same JSON string. */
export const STRING_FORMS = {
  plain: (text: string) => JSON.stringify(text),
  escaped: (text: string) => `"${text.replace(/[\s\S]/g, escapedUpper)}"`,
  'escaped-non-ascii': (text: string) => JSON.stringify(text).replace(/[^\x20-\x7e]/g, escaped),
  solidus: (text: string) => JSON.stringify(text).replaceAll('/', '\\/'),
} as const;

/** Ways to write the same JSON object. */
export const OBJECT_FORMS = [
  payload,
  objectForm('{\n  ', ': ', ',\n  ', '\n}\n'),
  objectForm(' \t\r\n{ ', ' : ', ' , ', ' }\n\n'),
  objectForm('{', ':', ',', '}', STRING_FORMS.escaped),
] as const;

/** Orders of the same members. */
export const ORDERS = [
  (fields: Fields) => fields,
  (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).toReversed()),
] as const;

/** Integers at the boundaries of types of 8, 16, 32, 53 and 64 bits, and other spellings. `own`: a number that only this probe uses. */
export const CATEGORIES: readonly string[] = [
  ['own', '0', '1', '42', '-1', '100', '127', '255', '256', '999', '1000', '32768', '65536'],
  ['2147483647', '2147483648', '-2147483648', '-2147483649', '4294967295', '4294967296'],
  ['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993'],
  ['1000000000000000000', '9223372036854775806', '9223372036854775807', '-9223372036854775808'],
  ['1e3', '1.0', '10E2', '-0'],
].flat();

/** Members that the specification does not define. A service may ignore or refuse them. */
export const EXTRAS = {
  none: {},
  unknown: { storecheckExtra: '["extra",{"nested":[1]}]' },
  nested: { extra: `${'[{"a":'.repeat(8)}1${'}]'.repeat(8)}` },
  prototype: Object.fromEntries([['__proto__', '{"name":"from the prototype","status":"sold","id":1}']]),
  id: { id: '1' },
  'other-case': { NAME: '"upper"', Status: '"sold"', category_id: '1' },
  'null-member': { tag: 'null' },
  // So deep that a recursive parser may fail: Python's fails at 1,000 levels, and Jackson refuses more than those.
  deep: { storecheckDeep: `${'['.repeat(990)}${']'.repeat(990)}` },
  // Longer than the default limit of many servers.
  long: { storecheckExtra: `"${'x'.repeat(150_000)}"` },
  // The name of a member that JavaScript objects have.
  'object-member': { constructor: '{"prototype":{"name":"x","status":"sold"}}' },
} as const satisfies Readonly<Record<string, Fields>>;

/** A field and values for it, as JSON text. The first may be built from the name and the number that only this payload has. */
type Forbidden = readonly [
  field: 'name' | 'categoryId' | 'status',
  first: string | ((context: ProbeContext) => string),
  ...others: readonly string[],
];

const DEEP = `${'['.repeat(500)}${']'.repeat(500)}`;

/**
 * The values that each field must not have, by the reason (the end of a `create.rejects` id), through the JSON types and the coercions of
 * programming languages. Every check sends the first one of a reason, a thorough one the others.
 */
export const FORBIDDEN: Readonly<Record<string, Forbidden>> = {
  'null-name': ['name', 'null'],
  'number-name': ['name', ({ number }) => String(number), '0'],
  'boolean-name': ['name', 'true', 'false'],
  'array-name': ['name', ({ mark }) => JSON.stringify([mark]), '[]', '{}', DEEP],
  'null-category': ['categoryId', 'null'],
  'string-category': ['categoryId', '"7"', '""', '" 7"', '"0x7"', '"9223372036854775808"', '[]', '[7]', '{}'],
  'fraction-category': ['categoryId', '1.5', '1e-1'],
  'boolean-category': ['categoryId', 'true', 'false'],
  'overflow-category': ['categoryId', '9223372036854775808', '-9223372036854775809', '18446744073709551616'],
  // More digits than some parsers of numbers read.
  'overflow-category-long': ['categoryId', '9'.repeat(5_000)],
  // Begins with an allowed status, contains it, and must be escaped in an error message.
  'unknown-status': [
    'status',
    '"available\\"2"',
    '"lost"',
    '"constructor"',
    '"toString"',
    '"null"',
    '"available,sold"',
    '"available\\u0000"',
    '"\\u0430vailable"',
    '" available"',
    '"sold "',
    '"sold\\n"',
    `"${'x'.repeat(300)}"`,
  ],
  // What some languages have for a missing text.
  'unknown-status-empty': ['status', '""'],
  // The place of a status in the enumeration, as text.
  'unknown-status-ordinal': ['status', '"1"'],
  'null-status': ['status', 'null'],
  // The first value of an enumeration, and not true in many languages.
  'number-status': ['status', '0', '1', 'true', 'false', '[]', '["available"]', '{}'],
  'miscased-status': ['status', '"Available"', '"AVAILABLE"'],
};

/** The forbidden values of a thorough check, and a name that is sent as bytes that are not UTF-8. */
export const OTHER_FORBIDDEN = [
  ...Object.values(FORBIDDEN).flatMap(([field, , ...others]) => others.map((value) => ({ field, value }))),
  { field: 'name', value: '"not UTF-8: \ud83d"' },
] as const;

/** Bodies that are not an object with the required fields. An exploration sends one of each row. */
export const BODIES: readonly (readonly string[])[] = [
  // None is JSON with comments, single quotes or other extensions: a parser may accept them (RFC 8259 §9).
  [' '],
  ['true', '7', '"x"'],
  ['{}'],
  ['[]', '[null]'],
  ['{"NAME":"x","CATEGORYID":7}', '{"Name":"x","categoryId":7}'],
  ['{"name":1,"categoryId":"x","status":2}'],
  ['{"name":"x","categoryId":7'],
  ['name=x&categoryId=7', '<pet><name>x</name><categoryId>7</categoryId></pet>'],
  // Parsers of some languages end at 1,000 levels.
  [`${'['.repeat(1_500)}${']'.repeat(1_500)}`],
  ['{"__proto__":{"name":"x","categoryId":7}}'],
  // A byte order mark without anything.
  ['\ufeff'],
  // Sent as bytes that are not UTF-8.
  ['{"name":"\ud83d"}'],
];
