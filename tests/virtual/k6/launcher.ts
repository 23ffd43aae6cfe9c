import type { K6Launcher } from '../../../src/io/k6-launcher.ts';

export function virtualK6(_: unknown): K6Launcher {
  return {
    find: async () => ({ path: '/virtual/k6', version: 'v2.2.0', source: 'cache', notes: [] }),
    start: () => ({
      ended: Promise.resolve({ code: null, signal: null, stderrTail: 'none', timedOut: false }),
      kill: () => undefined,
    }),
  };
}
