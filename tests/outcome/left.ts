import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { traceOf } from '../../src/cli/files/read-recorded.ts';
import { judgeRun } from '../../src/judge/judge-run.ts';
import { buildResult } from '../../src/result/build.ts';
import type { Result } from '../../src/result/result.ts';
import { inertJson } from '../../src/text/inert.ts';
import { expectSchema } from '../results-schema.ts';

/** How a command ended, in this process or in one of its own. */
export interface Ended {
  readonly code: number | null;
  /** It did not end by itself. */
  readonly hung: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout and stderr. */
  readonly said: string;
  /** The same on one line, so that a sentence is found although it was wrapped. */
  readonly unwrapped: string;
  readonly milliseconds: number;
}

/** `code` is null if it did not end by itself. */
export function endedWith(
  code: number | null,
  hung: boolean,
  stdout: string,
  stderr: string,
  milliseconds: number,
): Ended {
  const said = `${stdout}\n${stderr}`;
  return { code, hung, stdout, stderr, said, unwrapped: said.replace(/\s+/g, ' '), milliseconds };
}

export interface Under {
  readonly ended: Promise<Ended>;
}

/** A way to start a command: in this process, or in one of its own. */
export type Start<Options, Running extends Under> = (words: readonly string[], options?: Options) => Running;

/** What a run left in its folder. */
export interface Left {
  readonly out: string;
  readonly result: Result | undefined;
  readonly journal: string;
}

export function left(out: string): Left {
  const journal = join(out, 'exchanges.ndjson');
  return {
    out,
    journal: existsSync(journal) ? readFileSync(journal, 'utf8') : '',
    result: existsSync(join(out, 'results.json')) ? resultIn(out) : undefined,
  };
}

export function resultIn(out: string): Result {
  return JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Result;
}

/** The journal judged again gives the same bytes, which keep to the published schema. In this process, since most of a command's time is its start. */
export function expectJudgedAlike({ out, code }: Pick<Left, 'out'> & Pick<Ended, 'code'>): void {
  const trace = traceOf(out, { cwd: '/' });
  const again = buildResult(trace, judgeRun(trace), ['must']);
  expectSchema(again);
  expect(again.requests.sent).toBeLessThanOrEqual(again.requests.planned);
  expect(again.exitCode).toBe(code);
  expect(
    `${inertJson(again, 2)}\n` === readFileSync(join(out, 'results.json'), 'utf8'),
    'judged again, other bytes',
  ).toBe(true);
}

/** Every text that a run left anywhere: its files, stdout and stderr. */
export function everything({
  out,
  stdout,
  stderr,
}: Pick<Left & Ended, 'out' | 'stdout' | 'stderr'>): Record<string, string> {
  const files = existsSync(out) ? readdirSync(out) : [];
  return { stdout, stderr, ...Object.fromEntries(files.map((file) => [file, readFileSync(join(out, file), 'utf8')])) };
}
