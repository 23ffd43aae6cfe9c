import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Files share what a worker has loaded.
    isolate: false,
    // More than cores, because the tests of processes mostly wait.
    maxWorkers: 5,
    // Whole commands make much garbage that is young.
    execArgv: ['--max-semi-space-size=32'],
    experimental: { fsModuleCache: true },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: 'tests/build.ts',
    setupFiles: 'tests/clean-up.ts',
  },
});
