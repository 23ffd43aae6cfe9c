import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { type Ended, expectJudgedAlike, type Left, left, type Start, type Under } from './left.ts';

export const FREE_KEY = 'ask_free_9fK2mQx7LpT4vRz8WbN1';
export const PRO_KEY = 'ask_pro_B7nWk4ZtRf9LmCx2QvH8j';

export interface CheckOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly plan?: 'free' | 'pro';
  readonly key?: string;
}

export interface Checked extends Ended, Left {}

/** `storecheck check` with a key, by a way to start commands: under way, and to its end with what it left in its folder. */
export function checks<Options extends object, Running extends Under>(start: Start<Options, Running>) {
  const startCheck = (baseUrl: string, options?: CheckOptions & Options) => {
    const { plan = 'pro', env, args = [], ...more }: CheckOptions = options ?? {};
    const { key = plan === 'pro' ? PRO_KEY : FREE_KEY } = more;
    const out = join(temporaryFolder(), 'run');
    const words = ['check', '--base-url', baseUrl, '--key', `${plan}=env:KEY_OF_THE_TEST`, '--out', out, ...args];
    const running = start(words, { ...(options as Options), env: { KEY_OF_THE_TEST: key, ...env } });
    return { ...running, out, ended: running.ended.then((end): Checked => ({ ...end, ...left(out) })) };
  };
  const check = (...call: Parameters<typeof startCheck>): Promise<Checked> => startCheck(...call).ended;
  return { startCheck, check };
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
