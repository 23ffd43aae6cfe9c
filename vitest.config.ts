import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sideBySide } from './tests/order.ts';

class SideBySide extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return sideBySide(await super.sort(files));
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/build.ts',
    setupFiles: ['tests/clean-up.ts', 'tests/right-of-way.ts'],
    // Files share their processes: nothing that a module holds outlives a test, but for what tests/clean-up.ts closes.
    isolate: false,
    maxWorkers: 6,
    // Windows of some seconds beside other work: what a busy moment left open is asked again when that has passed.
    retry: { count: 2, delay: 3_000 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: SideBySide },
  },
});
