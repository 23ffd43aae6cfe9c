import { describe, expect, it } from 'vitest';
import { called } from '../../src/cli/console/called.ts';

describe('how the tool was called', () => {
  const rows: [script: string, cwd: string, expected: string][] = [
    ['/usr/local/bin/storecheck', '/work', 'storecheck'],
    ['/work/project/node_modules/.bin/storecheck', '/work/project', 'npx --no-install storecheck'],
    ['/work/main/dist/storecheck.cjs', '/work/main', 'node dist/storecheck.cjs'],
    ['/work/main/dist/storecheck.cjs', '/elsewhere', 'node /work/main/dist/storecheck.cjs'],
    ["/my work/it's/storecheck.cjs", '/elsewhere', `node '/my work/it'\\''s/storecheck.cjs'`],
    ['/work/storecheck/dist/storecheck.cjs', '/work/storecheck/dist', 'node storecheck.cjs'],
  ];
  for (const [script, cwd, expected] of rows)
    it(`${script} from ${cwd}: ${expected}`, () => expect(called(script, cwd)).toBe(expected));
});
