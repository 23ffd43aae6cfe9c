import { describe, expect, it } from 'vitest';
import { addWaivers, NEW_LIST, type NewWaiver, waiversText } from '../../src/cli/files/add-waivers.ts';
import { readConfig } from '../../src/config/index.ts';

const NEW: NewWaiver = {
  requirement: 'create.rejects.*',
  plan: 'pro',
  target: 'staging',
  signature: 'e12345678901',
  reason: 'it: is # odd',
  owner: '@store',
  link: 'https://issues.example.com/1',
  expires: '2099-03-01',
};

const ENTRY = `- requirement: create.rejects.*
  plan: pro
  target: staging
  signature: e12345678901
  reason: "it: is # odd"
  owner: "@store"
  link: https://issues.example.com/1
  expires: 2099-03-01
`;

const TARGETS = `# what we run against
targets:
  staging:     # the one
    baseUrl: https://staging.example.com/v1
    keys: {free: [ {env: STORE_KEY_FREE} ]}
`;

const OLD = '{ requirement: list.schema, signature: a00000000001, reason: old, owner: me, expires: 2099-01-01 }';

const indented = (text: string, blanks: string) => text.replace(/^(?=.)/gm, blanks);

/** A configuration, the same with the new waiver, and the line of the new waiver. */
const BLOCKS: readonly (readonly [string, string, string, number])[] = [
  ['no list yet', TARGETS, `${TARGETS}${NEW_LIST}${indented(ENTRY, '  ')}`, 8],
  ['no list and no line feed at the end', TARGETS.trimEnd(), `${TARGETS}${NEW_LIST}${indented(ENTRY, '  ')}`, 8],
  ['a list at the end', `${TARGETS}waivers:\n- ${OLD}\n`, `${TARGETS}waivers:\n- ${OLD}\n${ENTRY}`, 8],
  [
    'a list without line end',
    `${TARGETS}waivers:\n  - ${OLD}`,
    `${TARGETS}waivers:\n  - ${OLD}\n${indented(ENTRY, '  ')}`,
    8,
  ],
  [
    'a list in the middle, with comments',
    `${TARGETS}\nwaivers:   # known\n    # first\n    - ${OLD}   # why\n\n# the gate\nfailOn:   must\n`,
    `${TARGETS}\nwaivers:   # known\n    # first\n    - ${OLD}   # why\n${indented(ENTRY, '    ')}\n# the gate\nfailOn:   must\n`,
    10,
  ],
  [
    'a text over several lines',
    `${TARGETS}waivers:\n- requirement: list.schema\n  signature: a00000000001\n  owner: me\n  expires: 2099-01-01\n  reason: >\n    one\n    two\n\nfailOn: must\n`,
    `${TARGETS}waivers:\n- requirement: list.schema\n  signature: a00000000001\n  owner: me\n  expires: 2099-01-01\n  reason: >\n    one\n    two\n${ENTRY}\nfailOn: must\n`,
    14,
  ],
];

describe('adding a waiver to a configuration', () => {
  it.each(BLOCKS)('changes nothing else: %s', (_what, before, after, line) => {
    expect(addWaivers(before, [NEW], 'storecheck.yaml')).toEqual({ text: after, line });
  });

  it.each([
    ['nothing in it', ''],
    ['comments alone', '# ours\n\n'],
  ])('makes the list: %s', (_what, before) => {
    const { text, line } = addWaivers(before, [{ ...NEW, target: 'staging.example.com' }], 'storecheck.yaml');
    expect(text.startsWith(`${before}waivers:\n`)).toBe(true);
    expect(text.split('\n')[line - 1]).toBe('  - requirement: create.rejects.*');
  });

  it.each([
    ['a list in brackets', `${TARGETS}waivers: [ ${OLD} ]   # all\n`, 2],
    ['an empty list', `${TARGETS}waivers: []\n`, 1],
    ['JSON', '{"targets": {"staging": {"baseUrl": "https://s.example.com/v1", "categories": [9007199254740993]}}}', 1],
    [
      'JSON with a list',
      `{"targets": {"staging": {"baseUrl": "https://s.example.com/v1"}}, "waivers": [{"requirement":"list.schema","signature":"a00000000001","reason":"r","owner":"o","expires":"2099-01-01"}]}`,
      2,
    ],
    ['an alias', `${TARGETS}waivers:\n- &one ${OLD}\nfailOn: must\n`, 2],
    ['Windows line ends', `${TARGETS}waivers:\n- ${OLD}\n`.replace(/\n/g, '\r\n'), 2],
    ['a byte order mark', `\ufeff${TARGETS}`, 1],
  ])('keeps other settings and comments: %s', (_what, before, count) => {
    const { text, line } = addWaivers(before, [NEW], 'storecheck.yaml');
    const given = readConfig(text, 'storecheck.yaml');
    const old = readConfig(before, 'storecheck.yaml');
    if ('problems' in given || 'problems' in old) throw new Error(`not read:\n${text}`);
    const { waivers, ...rest } = given.config;
    const { waivers: waiversBefore, ...restBefore } = old.config;
    expect(rest).toEqual(restBefore);
    expect(waivers).toHaveLength(count);
    expect(waivers.slice(0, -1).map(({ line: _line, ...one }) => one)).toEqual(
      waiversBefore.map(({ line: _line, ...one }) => one),
    );
    expect(waivers.at(-1)).toMatchObject({ ...NEW, line });
    for (const [comment] of before.matchAll(/# [a-z ]+/g)) expect(text).toContain(comment);
    if (before.startsWith('{')) expect(() => JSON.parse(text)).not.toThrow();
  });

  it('replaces empty brackets by a block list, and keeps Windows line ends', () => {
    const empty = addWaivers(`${TARGETS}waivers: []\n`, [NEW], 'storecheck.yaml').text;
    expect(empty).toContain('waivers:\n  - requirement: create.rejects.*\n');
    const windows = addWaivers(TARGETS.replace(/\n/g, '\r\n'), [NEW], 'storecheck.yaml').text;
    expect(windows.replace(/\r\n/g, '')).not.toContain('\n');
  });

  it('adds several waivers at once', () => {
    const both = [NEW, { ...NEW, signature: 'f00000000000' }];
    const given = readConfig(addWaivers(TARGETS, both, 'storecheck.yaml').text, 'storecheck.yaml');
    expect('config' in given && given.config.waivers.map(({ signature }) => signature)).toEqual([
      'e12345678901',
      'f00000000000',
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['is not YAML', 'targets: [', /storecheck\.yaml:1:/],
    ['is not a mapping', '- a\n', /storecheck\.yaml:1:1/],
    ['has an unknown key', `${TARGETS}wavers: []\n`, /wavers.*did you mean/],
    ['has waivers that are not a list', `${TARGETS}waivers: { a: 1 }\n`, /waivers/],
    [
      'has this waiver',
      `${TARGETS}waivers:\n${ENTRY}`,
      /^\S+:7: this waiver of create.rejects.* accepts the same violation, until 2099-03-01: change its date there/,
    ],
    ['does not have the target', TARGETS.replace('staging:', 'other:'), /nothing was written.*no target "staging"/],
    ['has aliases that multiply', `a: &a [x,x]\nb: &b [*a,*a]\n${'c: [*b,*b]\n'}`, /storecheck\.yaml:1/],
  ])('throws if the file %s', (_what, before, words) => {
    expect(() => addWaivers(before, [NEW], 'storecheck.yaml')).toThrow(words);
  });

  it('can be printed instead', () => {
    expect(waiversText([NEW])).toBe(indented(ENTRY, '  '));
  });
});
