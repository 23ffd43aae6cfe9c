import type { K6Launcher } from '../../../src/io/k6-launcher.ts';

export function virtualK6(_: unknown): K6Launcher {
  return { start: () => ({ ended: Promise.resolve({ code: null, signal: null, stderrTail: 'none', timedOut: false }), kill: () => undefined }) };
}
