import { describe, expect, it } from 'vitest';
import { type BrokenRow, golden, problemsOf } from './files.ts';

const BROKEN: readonly BrokenRow[] = [
  ['an empty file', ''],
  ['blanks alone', ' \n\n'],
  ['a comment alone', '# later\n'],
  ['an end of document alone', '---\n'],
  ['a text', 'targets'],
  ['a list', '- targets\n'],
  ['null', 'null\n'],
  ['a tab in the indentation', 'targets:\n\tstaging: {}\n'],
  ['two documents', 'failOn: must\n---\nfailOn: should\n'],
  ['a quote that is not closed', 'failOn: "must\n'],
  ['a bracket that is not closed', 'reporters: [html,\n  json\nfailOn: must\n'],
  ['a brace that is not closed', 'targets: {\n'],
  ['a bracket too many', 'reporters: [html]]\n'],
  ['two colons in a line', 'failOn: must: should\n'],
  ['a line without a colon', 'failOn: must\nreporters\n'],
  ['wrong indentation', 'targets:\n    staging:\n        baseUrl: https://a.example/v1\n      class: staging\n'],
  ['an unknown escape', 'observations: "a\\q"\n'],
  ['a text that begins with @', 'observations: @home\n'],
  ['an unknown tag', 'failOn: !level must\n'],
  ['a tag that does not fit', 'failOn: !!int must\n'],
  ['directive', '%STORE 1\n---\nfailOn: must\n'],
  ['an alias without anchor', 'failOn: *level\n'],
  ['an alias before its anchor', 'failOn: *level\nobservations: &level must\n'],
  ['a list that holds itself', 'reporters: &all [html, *all]\n'],
  ['a mapping that holds itself', 'targets: &all\n  staging: *all\n'],
  ['a key that is a list', '? [failOn]\n: must\n'],
  ['no key', '? \n: must\n'],
  ['a key twice', 'failOn: must\nreporters: [html]\nfailOn: should\n'],
  ['a target twice', 'targets:\n  a: { baseUrl: https://a.example/v1 }\n  a: { baseUrl: https://b.example/v1 }\n'],
  ['a merge key', 'targets:\n  a: &a { baseUrl: https://a.example/v1 }\n  b: { <<: *a }\n'],
  ['CRLF', 'failOn: must\r\nfailOn2: must\r\n'],
  ['a byte order mark', '\ufefffailon: must\n'],
  ['JSON with a comma too many', '{ "failOn": "must",, }'],
  ['JSON that is cut off', '{ "failOn": "mu'],
  ['JSON with a repeated key', '{\n  "failOn": "must",\n  "failOn": "should"\n}'],
  [
    'aliases that multiply',
    `a: &a [1]\n${Array.from({ length: 9 }, (_, n) => `b${n}: &${n} [${`*${n === 0 ? 'a' : n - 1}, `.repeat(9)}]\n`).join('')}`,
  ],
];

describe('a configuration that is not readable', () => {
  it('is rejected with every problem and its place', async () => {
    await expect(problemsOf(BROKEN)).toMatchFileSnapshot(golden('broken-syntax.txt'));
  });
});
