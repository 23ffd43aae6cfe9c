import type { K6Launcher } from '../../../src/io/io.ts';
import { findK6 } from '../../../src/k6/find/find.ts';
import { virtualK6 } from '../k6.ts';
import { world } from '../world.ts';

/** The virtual k6, but it is looked for on this machine: in the command's own environment. Time stands still meanwhile. */
export function searchedK6(): K6Launcher {
  const { clock } = world();
  return {
    ...virtualK6(world()),
    find: async (query) => {
      const release = clock.hold();
      try {
        return await findK6({ ...query, clock });
      } finally {
        release();
      }
    },
  };
}
