import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { rankOf } from './tests/rank.ts';

/** What waits longest begins first, so that the others keep the processors busy meanwhile. */
class ByRank extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/build.ts',
    setupFiles: ['tests/clean-up.ts', 'tests/right-of-way.ts'],
    // Files share their processes: nothing that a module holds outlives a test, but for what tests/clean-up.ts closes.
    isolate: false,
    maxWorkers: 5,
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: ByRank },
  },
});
