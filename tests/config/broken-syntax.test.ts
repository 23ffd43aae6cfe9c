import { describe, expect, it } from 'vitest';
import { type BrokenRow, said } from './files.ts';

const BROKEN: readonly BrokenRow[] = [
  ['an empty file', '', '1:1 the file is empty: add "targets:" or delete it'],
  ['blanks alone', ' \n\n', '1:1 the file is empty: add "targets:" or delete it'],
  ['a comment alone', '# later\n', '1:1 the file is empty: add "targets:" or delete it'],
  ['an end of document alone', '---\n', '1:1 the file is empty: add "targets:" or delete it'],
  ['a text', 'targets', '1:1 a text is not a mapping of targets, plans, waivers and so on'],
  ['a list', '- targets\n', '1:1 a list is not a mapping of targets, plans, waivers and so on'],
  ['null', 'null\n', '1:1 the file is empty: add "targets:" or delete it'],
  ['a tab in the indentation', 'targets:\n\tstaging: {}\n', '2:1 a tab in the indentation; YAML takes blanks only'],
  [
    'two documents',
    'failOn: must\n---\nfailOn: should\n',
    '2:1 a second document begins here (---); the file holds one',
  ],
  [
    'a quote that is not closed',
    'failOn: "must\n',
    '2:1 something is missing here or before: a closing quote, ] or }, a comma, or a colon behind a key',
  ],
  [
    'a bracket that is not closed',
    'reporters: [html,\n  json\nfailOn: must\n',
    '3:1 wrong indentation, or a { or [ before this place that is not closed',
  ],
  [
    'a brace that is not closed',
    'targets: {\n',
    '2:1 wrong indentation, or a { or [ before this place that is not closed',
  ],
  [
    'a bracket too many',
    'reporters: [html]]\n',
    '1:18 something here is not expected; is a quote, a comma or a bracket missing before it?',
  ],
  [
    'two colons in a line',
    'failOn: must: should\n',
    '1:9 a second "key: value" on one line; put the value in quotes if it holds ": "',
  ],
  [
    'a line without a colon',
    'failOn: must\nreporters\n',
    '2:1 something is missing here or before: a closing quote, ] or }, a comma, or a colon behind a key',
  ],
  [
    'wrong indentation',
    'targets:\n    staging:\n        baseUrl: https://a.example/v1\n      class: staging\n',
    '4:1 wrong indentation, or a { or [ before this place that is not closed',
  ],
  [
    'an unknown escape',
    'observations: "a\\q"\n',
    '1:17 an unknown escape (\\…) in double quotes; write \\\\ for a backslash, or use single quotes',
  ],
  [
    'a text that begins with @',
    'observations: @home\n',
    '1:15 a text cannot begin with this character; put it in quotes',
  ],
  [
    'an unknown tag',
    'failOn: !level must\n',
    '1:9 a tag (!name) that is not known here, or does not fit its value; remove it',
  ],
  [
    'a tag that does not fit',
    'failOn: !!int must\n',
    '1:9 a tag (!name) that is not known here, or does not fit its value; remove it',
  ],
  [
    'a directive',
    '%STORE 1\n---\nfailOn: must\n',
    '1:1 a directive (a line that begins with %) that is not understood; remove it',
  ],
  [
    'an alias without anchor',
    'failOn: *level\n',
    '1:9 failOn: an alias (*name) without an anchor (&name) before it; put a text that begins with * in quotes',
  ],
  [
    'an alias before its anchor',
    'failOn: *level\nobservations: &level must\n',
    '1:9 failOn: an alias (*name) without an anchor (&name) before it; put a text that begins with * in quotes',
  ],
  [
    'a list that holds itself',
    'reporters: &all [html, *all]\n',
    '1:24 reporters[1]: an alias (*name) inside its own value: it would never end',
  ],
  [
    'a mapping that holds itself',
    'targets: &all\n  staging: *all\n',
    '2:12 targets.staging: an alias (*name) inside its own value: it would never end',
  ],
  [
    'a key that is a list',
    '? [failOn]\n: must\n',
    '1:3 a key that is not a text; put it in quotes if it is meant as one',
  ],
  ['no key', '? \n: must\n', '1:3 a key that is not a text; put it in quotes if it is meant as one'],
  [
    'a key twice',
    'failOn: must\nreporters: [html]\nfailOn: should\n',
    '3:1 the key "failOn" is already in this mapping, on line 1',
  ],
  [
    'a target twice',
    'targets:\n  a: { baseUrl: https://a.example/v1 }\n  a: { baseUrl: https://b.example/v1 }\n',
    '3:3 targets: the key "a" is already in this mapping, on line 2',
  ],
  [
    'a merge key',
    'targets:\n  a: &a { baseUrl: https://a.example/v1 }\n  b: { <<: *a }\n',
    '3:3 targets.b: baseUrl is missing, e.g. baseUrl: https://staging.example.com/v1',
    '3:8 targets.b["<<"]: merge keys (<<) are not read; write the keys out',
  ],
  ['CRLF', 'failOn: must\r\nfailOn2: must\r\n', '2:1 failOn2: unknown key (did you mean failOn?)'],
  ['a byte order mark', '\ufefffailon: must\n', '1:1 failon: unknown key (did you mean failOn?)'],
  [
    'JSON with a comma too many',
    '{ "failOn": "must",, }',
    '1:20 something here is not expected; is a quote, a comma or a bracket missing before it?',
  ],
  [
    'JSON that is cut off',
    '{ "failOn": "mu',
    '1:16 something is missing here or before: a closing quote, ] or }, a comma, or a colon behind a key',
  ],
  [
    'JSON with a repeated key',
    '{\n  "failOn": "must",\n  "failOn": "should"\n}',
    '3:3 the key "failOn" is already in this mapping, on line 2',
  ],
  [
    'aliases that multiply',
    `a: &a [1]\n${Array.from({ length: 9 }, (_, n) => `b${n}: &${n} [${`*${n === 0 ? 'a' : n - 1}, `.repeat(9)}]\n`).join('')}`,
    '1:7 b4[3][5][0][6][6]: aliases expand to over 100000 values; write the file without them',
  ],
];

describe('a configuration that is not readable', () => {
  it.each(BROKEN)('%s', (_what, text, ...problems) => {
    expect(said(text)).toEqual(problems);
  });
});
