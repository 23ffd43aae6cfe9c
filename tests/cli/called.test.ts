import { describe, expect, it } from 'vitest';
import { called } from '../../src/cli/console/called.ts';

describe('the words that call this tool', () => {
  const rows: [script: string, cwd: string, expected: string][] = [
    ['/usr/local/bin/storecheck', '/work', 'storecheck'],
    ['/work/project/node_modules/.bin/storecheck', '/work/project', 'npx --no-install @storecheck/cli'],
    ['/work/main/dist/storecheck.cjs', '/work/main', 'node dist/storecheck.cjs'],
    ['/work/main/dist/storecheck.cjs', '/elsewhere', 'node /work/main/dist/storecheck.cjs'],
    ["/my work/it's/storecheck.cjs", '/elsewhere', `node '/my work/it'\\''s/storecheck.cjs'`],
    ['/work/storecheck/dist/storecheck.cjs', '/work/storecheck/dist', 'node storecheck.cjs'],
  ];
  it.each(rows)('%s from %s: %s', (script, cwd, expected) => {
    expect(called({ script, cwd })).toBe(expected);
  });
});
