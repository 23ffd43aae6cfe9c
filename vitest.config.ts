import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** `vitest run tests/rules` runs these files; without names, the tests of an area share an isolate. */
const areNamed = process.argv.slice(2).some((argument) => /^[^-].*\.test\.ts$|^(\.\/)?tests\/(?!areas)/.test(argument));

export default defineConfig({
  test: {
    include: [areNamed ? 'tests/**/*.test.ts' : 'tests/areas/*.area.ts'],
    globalSetup: 'tests/build.ts',
    setupFiles: ['tests/set-up.ts'],
    pool: 'forks',
    maxWorkers: 5,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
