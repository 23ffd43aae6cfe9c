import type { ChildProcess } from 'node:child_process';

/** What the tests of this worker have started and that has not ended. */
export const running = new Set<ChildProcess>();

/** What a failed test leaves running ends with its file: tests/set-up.ts. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
