import { createInterface } from 'node:readline/promises';
import { flagsToConfirm } from '../run/guard.ts';
import type { FromFile } from './from-file.ts';
import type { SendingOptions } from './options.ts';
import { type PermitOptions, wishOf } from './permit.ts';
import { collectProblems } from './problems.ts';
import { readTarget } from './target.ts';

/** At a terminal, the name of a production host is asked for where `--confirm-host` was left out; elsewhere its absence is a problem. */
export async function withConfirmedHost<O extends PermitOptions & Pick<SendingOptions, 'baseUrl'>>(
  options: O,
  command: string,
  from: FromFile,
): Promise<O> {
  const { baseUrl, class: likely } = readTarget(options.baseUrl, collectProblems());
  const targetClass = from.target?.class ?? likely;
  if (baseUrl === '' || options.dryRun === true || !process.stdin.isTTY || !process.stderr.isTTY) return options;
  const { host } = new URL(baseUrl);
  const flags = flagsToConfirm(wishOf(options, { targetClass, host }, command));
  if (flags.length === 0) return options;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(
      `${host} is taken for production, and ${flags.join(' and ')} was given. Type its name to go on: `,
    );
    return { ...options, confirmHost: typed.trim() };
  } finally {
    terminal.close();
  }
}
