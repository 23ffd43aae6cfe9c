import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../../io/io.ts';
import { problemAnnotations, problemSummary } from '../../reporters/github.ts';

/**
 * In GitHub Actions, a refused run writes an annotation for each problem and a section in the job's summary, like a run that
 * failed: users often miss the log.
 */
export function annotateProblems(
  problems: readonly string[],
  { stdout, env, cwd }: Pick<Io, 'stdout' | 'env' | 'cwd'>,
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  stdout.write(problemAnnotations(problems));
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  try {
    appendFileSync(resolve(cwd, file), problemSummary(problems), { mode: 0o600 });
  } catch {
    // The problems are already in the log and in the annotations.
  }
}
