import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import { type Ended, run } from './run.ts';

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

/** The journal judged again gives the same bytes. */
export async function expectJudgedAlike({ out, code }: Pick<Left, 'out'> & Pick<Ended, 'code'>): Promise<void> {
  const again = await run(['judge', out, '--reporter', 'json']);
  expect(again.code, again.stderr).toBe(code);
  expect(again.stdout === readFileSync(join(out, 'results.json'), 'utf8'), 'judged again, other bytes').toBe(true);
}
