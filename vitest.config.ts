import { defineConfig } from 'vitest/config';

const PROCESS = ['tests/process/**/*.test.ts', 'tests/ci/**/*.test.ts'];
const BROWSER = ['tests/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: 'tests/build.ts',
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // Functions, and whole commands in virtual time: they share what they load.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...PROCESS, ...BROWSER],
          pool: 'threads',
          isolate: false,
        },
      },
      // The built file as a user runs it, and the real k6.
      { extends: true, test: { name: 'process', include: PROCESS, globalSetup: 'tests/process/set-up.ts' } },
      { extends: true, test: { name: 'browser', include: BROWSER, globalSetup: 'tests/browser/set-up.ts' } },
    ],
  },
});
