/** Tests that push limits with the real k6, in windows of some seconds: on a busy machine a burst may not fit into its window. */
const TIMED = /\/tests\/(?:k6|targets|self-test\/limits|cli\/(?:capacity|limits|set-aside|sustain|client-certificate))/;

/** 0: has the right of way, and begins first; 1: waits a lot; 2: needs the processors. */
export function rankOf(file: string): number {
  if (TIMED.test(file)) return 0;
  return /\/tests\/(?:cli|hostile|package|self-test)\//.test(file) ? 1 : 2;
}
