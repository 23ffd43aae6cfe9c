import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { bundleAreas } from './tests/areas.ts';

const BUNDLES = 'node_modules/.cache/tests';

/** `vitest run tests/rules` runs these files; without names, the tests of an area share an isolate. */
const areNamed = process.argv.slice(2).some((argument) => /^[^-].*\.test\.ts$|^(\.\/)?tests\//.test(argument));
const include = areNamed ? ['tests/**/*.test.ts'] : await bundleAreas(BUNDLES);

export default defineConfig({
  test: {
    include,
    exclude: [],
    globalSetup: 'tests/build.ts',
    setupFiles: areNamed ? ['tests/set-up.ts'] : [],
    pool: 'forks',
    maxWorkers: 5,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
