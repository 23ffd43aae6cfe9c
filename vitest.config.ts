import { defineConfig } from 'vitest/config';

const PROCESS = ['tests/process/**/*.test.ts'];
const BROWSER = ['tests/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    // More than cores: the process tests mostly wait.
    maxWorkers: 4,
    experimental: { fsModuleCache: true },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: 'tests/virtual/set-up.ts',
    projects: [
      // Functions, and whole commands in virtual time: they share what they load.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...PROCESS, ...BROWSER],
          globalSetup: 'tests/build.ts',
          isolate: false,
          // Whole commands make much garbage that is young.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
      // The built file as a user runs it, and the real k6.
      {
        extends: true,
        test: {
          name: 'process',
          include: PROCESS,
          globalSetup: ['tests/build.ts', 'tests/process/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: ['tests/build.ts', 'tests/browser/set-up.ts'],
        },
      },
    ],
  },
});
