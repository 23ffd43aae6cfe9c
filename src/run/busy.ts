import type { Machine } from '../io/io.ts';

/** Starts measuring. The returned function gives the share of all processors' time that was used since, from 0 to 1. */
export function busySince({ processorTime }: Machine): () => number {
  const before = processorTime();
  return () => {
    const after = processorTime();
    const all = after.all - before.all;
    return all === 0 ? 0 : Math.round((1 - (after.idle - before.idle) / all) * 1_000) / 1_000;
  };
}
