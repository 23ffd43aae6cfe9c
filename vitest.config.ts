import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Most of their time these tests wait: for windows, for time-outs, for k6. */
const WAITING = ['cli', 'k6', 'targets', 'package', 'self-test', 'hostile'];

/** What waits longest begins first, so that the others keep the processors busy meanwhile. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = WAITING.findIndex((folder) => moduleId.includes(`/tests/${folder}/`));
      return index === -1 ? WAITING.length : index;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/build.ts',
    setupFiles: 'tests/clean-up.ts',
    // Files share their processes: nothing that a module holds outlives a test, but for what tests/clean-up.ts closes.
    isolate: false,
    maxWorkers: 4,
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: WaitingFirst },
  },
});
