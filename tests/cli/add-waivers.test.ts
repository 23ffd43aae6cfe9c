import { expect, it } from 'vitest';
import { addWaivers } from '../../src/cli/files/add-waivers.ts';
import { readConfig } from '../../src/config/read.ts';
import type { NewWaiver } from '../../src/config/sections.ts';

const NEW: NewWaiver = {
  requirement: 'create.rejects.*',
  plan: 'pro',
  target: 'staging',
  signature: 'e12345678901',
  reason: 'it: is # odd',
  owner: '@store',
  expires: '2099-03-01',
};

const TARGETS = `# what we run against
targets:
  staging:     # the one
    baseUrl: https://staging.example.com/v1
    keys: {free: [ {env: STORE_KEY_FREE} ]}
`;

const OLD = '{ requirement: list.schema, signature: a00000000001, reason: old, owner: me, expires: 2099-01-01 }';

it.each([
  ['JSON', '{"targets": {"staging": {"baseUrl": "https://s.example.com/v1", "categories": [9007199254740993]}}}', 1],
  ['no line feed at the end', TARGETS.trimEnd(), 1],
  ['a list without line feed', `${TARGETS}waivers:\n  - ${OLD}`, 2],
  ['brackets', `${TARGETS}waivers: [ ${OLD} ]   # all\n`, 2],
  ['empty brackets', `${TARGETS}waivers: []\n`, 1],
  ['an alias', `${TARGETS}waivers:\n- &one ${OLD}\nfailOn: must\n`, 2],
  ['Windows line ends', `${TARGETS}waivers:\n- ${OLD}\n`.replace(/\n/g, '\r\n'), 2],
  ['a byte order mark', `\ufeff${TARGETS}`, 1],
])('adding a waiver to a configuration keeps other settings and comments: %s', (_what, before, count) => {
  const { text, line } = addWaivers(before, [NEW], 'storecheck.yaml');
  const given = readConfig(text, 'storecheck.yaml');
  const old = readConfig(before, 'storecheck.yaml');
  if ('problems' in given || 'problems' in old) throw new Error(`not read:\n${text}`);
  const { waivers } = given;
  expect([given.targets, given.shared]).toEqual([old.targets, old.shared]);
  expect(waivers).toHaveLength(count);
  expect(waivers.slice(0, -1).map(({ line: _line, ...one }) => one)).toEqual(
    old.waivers.map(({ line: _line, ...one }) => one),
  );
  expect(waivers.at(-1)).toMatchObject({ ...NEW, line });
  for (const [comment] of before.matchAll(/# [a-z ]+/g)) expect(text).toContain(comment);
  if (before.startsWith('{')) expect(() => JSON.parse(text)).not.toThrow();
});

it.each([
  `${TARGETS}    # no pro yet\n\n# known\nwaivers:   # all\n  - ${OLD}   # old\n  # last\n\n# end\n`,
  `${TARGETS}    # no pro yet\n\n# end\n`,
])('adding a waiver to a configuration changes none of its lines', (before) => {
  const { text } = addWaivers(before, [NEW], 'storecheck.yaml');
  expect(text.replace(/(waivers:\n)? {2}- requirement: create.*(\n {4}\w.*){6}\n/, '')).toBe(before);
});

it.each([
  ['with other targets', TARGETS.replace('staging:', 'other:')],
  ['that is empty', ''],
])('a waiver is not added to a configuration %s', (_what, before) => {
  const message = 'has no target "staging", which this run tested: add it, or repeat the run with --target';
  expect(() => addWaivers(before, [NEW], 'storecheck.yaml')).toThrow(`nothing was written: storecheck.yaml ${message}`);
});
