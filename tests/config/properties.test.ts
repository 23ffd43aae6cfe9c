import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';

/** Whatever the text: a configuration, or problems that point into the text, each on one line, in order, none twice. */
function sound(text: string): void {
  const read = readConfig(text, 'dir/storecheck.yaml');
  if (!('problems' in read)) {
    expect(read.config.targets).toBeInstanceOf(Map);
    return;
  }
  const lines = text.replace(/^\ufeff/, '').split('\n');
  expect(read.problems.length).toBeGreaterThan(0);
  let before = 0;
  for (const problem of read.problems) {
    const [, file, ...place] = /^([^:]*):(\d+):(\d+) \S/.exec(problem) ?? [];
    const [line = 0, column = 0] = place.map(Number);
    expect(file).toBe('dir/storecheck.yaml');
    expect(line).toBeGreaterThanOrEqual(before);
    expect(lines.length).toBeGreaterThanOrEqual(line);
    expect(column).toBeGreaterThanOrEqual(1);
    expect((lines[line - 1] ?? '').length + 1).toBeGreaterThanOrEqual(column);
    // Nothing that moves a terminal's cursor, or hides what is said.
    expect(problem).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
    before = line;
  }
  expect(new Set(read.problems).size).toBe(read.problems.length);
}

/** Words and marks of the file, in any order. */
const piece = fc.constantFrom(
  ...['targets', 'staging', 'keys', 'pro', 'waivers', 'capacity', 'mix', 'plans', 'failOn', 'baseUrl', 'env', '<<'],
  ...['"', "'", '{', '}', '[', ']', ':', ': ', ',', '- ', '? ', '\n', '\n  ', '\n    ', '\t', '#', '|', '>', '\r\n'],
  ...['&a ', '*a', '!x ', '!!int ', '%YAML 1.1\n', '---\n', '...\n', '~', '0x1', '1e9', '.inf', '-0', 'yes', '\\'],
  ...['\u0000', '\u202e', '\ufeff', '😀'],
);

const RUNS = { numRuns: 25 };

describe('any text', () => {
  it('of words and marks of the file', () => {
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(fc.property(text, sound), RUNS);
  });

  it('of the right keys with any values', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant('60s'), fc.constant({ env: 'A' }));
    const some = (names: readonly string[]) => fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
    const file = fc.record(
      {
        targets: fc.dictionary(
          fc.string({ maxLength: 8 }),
          some(['baseUrl', 'class', 'keys', 'secondKeys', 'window', 'categories', 'budgets', 'ca']),
        ),
        waivers: fc.array(some(['requirement', 'plan', 'target', 'signature', 'expires', 'reason', 'owner'])),
        plans: some(['free', 'pro', 'enterprise', 'gold']),
        capacity: some(['plans', 'mix', 'objectives', 'keys']),
        failOn: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(file, (given) => sound(JSON.stringify(given))),
      RUNS,
    );
  });
});
