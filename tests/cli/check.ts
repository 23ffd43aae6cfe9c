import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectJudgedAlike, type Left, left } from './left.ts';
import { type Ended, type RunOptions, run, start, temporaryFolder } from './run.ts';

export const FREE_KEY = 'ask_free_9fK2mQx7LpT4vRz8WbN1';
export const PRO_KEY = 'ask_pro_B7nWk4ZtRf9LmCx2QvH8j';

export interface CheckOptions extends RunOptions {
  readonly args?: readonly string[];
  readonly plan?: 'free' | 'pro';
  readonly key?: string;
}

export interface Checked extends Ended, Left {}

interface Beginning {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly out: string;
}

function beginning(baseUrl: string, options: CheckOptions): Beginning {
  const { plan = 'pro', key = plan === 'pro' ? PRO_KEY : FREE_KEY } = options;
  const out = join(temporaryFolder(), 'run');
  return {
    out,
    args: [
      'check',
      '--base-url',
      baseUrl,
      '--key',
      `${plan}=env:KEY_OF_THE_TEST`,
      '--out',
      out,
      ...(options.args ?? []),
    ],
    env: { KEY_OF_THE_TEST: key, ...options.env },
  };
}

/** `storecheck check` to its end, with what it left in its folder. */
export async function check(baseUrl: string, options: CheckOptions = {}): Promise<Checked> {
  const { args, env, out } = beginning(baseUrl, options);
  return { ...(await run(args, { ...options, env })), ...left(out) };
}

/** `storecheck check` under way. */
export async function startCheck(baseUrl: string, options: CheckOptions = {}) {
  const { args, env, out } = beginning(baseUrl, options);
  const running = await start(args, { ...options, env });
  const ended = running.ended.then((end): Checked => ({ ...end, ...left(out) }));
  return { child: running.child, ended };
}

/** Every text that a run left anywhere: its files, stdout and stderr. */
export function everything({ out, stdout, stderr }: Checked): Record<string, string> {
  const files = existsSync(out) ? readdirSync(out) : [];
  return { stdout, stderr, ...Object.fromEntries(files.map((file) => [file, readFileSync(join(out, file), 'utf8')])) };
}

/** However a service behaves: no crash, no hang, a pass only where it is legal, and the journal judged again gives the same bytes. */
export function expectUnshaken(checked: Checked, isLegal = false): void {
  expect(checked.hung, 'it hung').toBe(false);
  expect(checked.said).not.toContain('a fault of storecheck');
  expect(isLegal ? [0, 1, 3] : [1, 3], checked.said.slice(-600)).toContain(checked.code);
  expect(checked.result?.exitCode).toBe(checked.code);
  expectJudgedAlike(checked);
}

/** The id of the verdict of a requirement, e.g. `fail`. */
export function verdictOf({ result }: Checked, id: string): string | undefined {
  return result?.requirements.find((row) => row.id === id)?.verdict;
}
