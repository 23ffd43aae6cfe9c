import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start processes, and spend most of their time in waiting: for windows, for time-outs, for k6. */
const WAITING = ['cli', 'k6', 'targets', 'package', 'self-test', 'hostile'].map(
  (folder) => `tests/${folder}/**/*.test.ts`,
);
const ALL = ['tests/**/*.test.ts'];

/** What waits longest begins first, so that the others keep the processors busy meanwhile. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = WAITING.findIndex((glob) => moduleId.includes(`/${glob.split('*')[0]}`));
      return index === -1 ? WAITING.length : index;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    globalSetup: 'tests/build.ts',
    maxWorkers: 4,
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: WaitingFirst },
    projects: [
      { extends: true, test: { name: 'waiting', include: WAITING } },
      // Without a process of its own for each file: they share nothing that changes.
      { extends: true, test: { name: 'computing', include: ALL, exclude: WAITING, isolate: false } },
    ],
  },
});
