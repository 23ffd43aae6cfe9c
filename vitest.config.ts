import process from 'node:process';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/** Fails a run of which every test was skipped: no test has the name after `-t`. */
const failsWithoutTests: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    if (tests.some((test) => test.result().state !== 'skipped')) return;
    console.error('No test ran: is the name after -t a typing mistake?');
    process.exitCode = 1;
  },
};

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
    reporters: ['default', failsWithoutTests],
    globalSetup: 'tests/build.ts',
    setupFiles: 'tests/clean-up.ts',
    provide: { update: process.argv.some((argument) => /^(?:-u|--update)\b/.test(argument)) },
  },
});
