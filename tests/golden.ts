import { join } from 'node:path';

/** A file in the folder `golden` beside a test file, given by its `import.meta.dirname`. */
export const goldenIn =
  (folder: string) =>
  (name: string): string =>
    join(folder, 'golden', name);
