import { readFileSync } from 'node:fs';

/** Pids of the processes that the main thread of this one started and that are alive (Linux). */
export const childrenOf = (pid: number | undefined): number[] =>
  (contentOf(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);

export function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
