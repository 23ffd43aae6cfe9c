import type { JsonLiteral } from '../../probes/marker.ts';

export type Members = readonly (readonly [name: string, literal: JsonLiteral])[];

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Ways to write the same JSON string. */
export const STRING_FORMS = {
  plain: (text: string) => JSON.stringify(text),
  escaped: (text: string) => `"${text.replace(/[\s\S]/g, escaped)}"`,
  'escaped-upper': (text: string) =>
    `"${text.replace(/[\s\S]/g, (unit) => escaped(unit).replace(/[a-f]/g, (digit) => digit.toUpperCase()))}"`,
  'escaped-non-ascii': (text: string) => JSON.stringify(text).replace(/[^\x20-\x7e]/g, escaped),
  solidus: (text: string) => JSON.stringify(text).replaceAll('/', '\\/'),
} as const;

/** Ways to write the same JSON object. */
export const OBJECT_FORMS = {
  compact: (members: Members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
  indented: (members: Members) =>
    `{\n${members.map(([name, value]) => `  ${JSON.stringify(name)}: ${value}`).join(',\n')}\n}\n`,
  spaced: (members: Members) =>
    ` \t\r\n{ ${members.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join(' , ')} }\n\n`,
  'escaped-names': (members: Members) =>
    `{${members.map(([name, value]) => `${STRING_FORMS.escaped(name)}:${value}`).join(',')}}`,
} as const;

/** Orders of the members `name`, `categoryId` and `status`. */
export const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
];

export const ordered = (members: Members, order: readonly number[]): Members =>
  order.flatMap((index) => {
    const member = members[index];
    return member === undefined ? [] : [member];
  });
