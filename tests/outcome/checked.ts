import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { type Ended, expectJudgedAlike, type Left } from './left.ts';

export const FREE_KEY = 'ask_free_9fK2mQx7LpT4vRz8WbN1';
export const PRO_KEY = 'ask_pro_B7nWk4ZtRf9LmCx2QvH8j';

export interface CheckOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly plan?: 'free' | 'pro';
  readonly key?: string;
}

export interface Checked extends Ended, Left {}

/** A call of `storecheck check`. */
interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly out: string;
}

/** The words and the environment of a check with a key, and the folder that it writes. */
export function callOf(baseUrl: string, options: CheckOptions): Call {
  const { plan = 'pro', key = plan === 'pro' ? PRO_KEY : FREE_KEY } = options;
  const out = join(temporaryFolder(), 'run');
  const words = ['check', '--base-url', baseUrl, '--key', `${plan}=env:KEY_OF_THE_TEST`, '--out', out];
  return {
    out,
    args: [...words, ...(options.args ?? [])],
    env: { KEY_OF_THE_TEST: key, ...options.env },
  };
}

/** Every text that a run left anywhere: its files, stdout and stderr. */
export function everything({
  out,
  stdout,
  stderr,
}: Pick<Checked, 'out' | 'stdout' | 'stderr'>): Record<string, string> {
  const files = existsSync(out) ? readdirSync(out) : [];
  return { stdout, stderr, ...Object.fromEntries(files.map((file) => [file, readFileSync(join(out, file), 'utf8')])) };
}

/** However a service behaves: no crash, no hang, a pass only where it is legal, and the journal judged again gives the same bytes. */
export function expectUnshaken(checked: Checked, isLegal = false): void {
  expect(checked.hung, 'it hung').toBe(false);
  expect(checked.said).not.toContain('internal error');
  expect(isLegal ? [0, 1, 3] : [1, 3], checked.said.slice(-600)).toContain(checked.code);
  expect(checked.result?.exitCode).toBe(checked.code);
  expectJudgedAlike(checked);
}

/** The id of the verdict of a requirement, e.g. `fail`. */
export function verdictOf({ result }: Checked, id: string): string | undefined {
  return result?.requirements.find((row) => row.id === id)?.verdict;
}
