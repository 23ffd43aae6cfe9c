import { createInterface } from 'node:readline/promises';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { flagsToConfirm } from '../../run/guard.ts';
import type { FromFile } from '../options/from-file.ts';
import type { SendingOptions } from '../options/options.ts';
import { type PermitOptions, wishOf } from '../options/permit.ts';
import { readTarget } from '../options/target.ts';
import { widthFor } from './console.ts';
import { collectProblems, UsageError } from './problems.ts';

/** What is to be confirmed at the terminal, once it was said what the run costs. */
export interface Question {
  /** To be typed. */
  readonly host: string;
  /** What asks for more than reading. */
  readonly flags: readonly string[];
}

/** At a terminal, the name of a production host is asked for where `--confirm-host` was left out; elsewhere its absence is a problem. */
export function questionFor(
  options: PermitOptions & Pick<SendingOptions, 'baseUrl'>,
  command: string,
  from: FromFile,
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Question | undefined {
  const { baseUrl, class: likely } = readTarget(options.baseUrl, collectProblems());
  const targetClass = from.target?.class ?? likely;
  if (baseUrl === '' || options.dryRun === true || stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  const { host } = new URL(baseUrl);
  const flags = flagsToConfirm(wishOf(options, { targetClass, host }, command));
  return flags.length === 0 ? undefined : { host, flags };
}

/** The options as they are once the question was answered with the right name. */
export function answered<O extends PermitOptions>(options: O, question: Question | undefined): O {
  return question === undefined ? options : { ...options, confirmHost: question.host };
}

/** Asks. Throws a UsageError where another name was typed. */
export async function confirm(
  { host, flags }: Question,
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Promise<void> {
  const text = `${host} is taken for production, and ${flags.join(' and ')} was given.`;
  stderr.write(`${wrap(text, widthFor(stderr.columns), '')}\n`);
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const typed = (await terminal.question('Type its name to go on: ')).trim();
    if (typed !== host) throw new UsageError([`the host is ${host}, not ${JSON.stringify(typed)}; nothing was sent`]);
  } finally {
    terminal.close();
  }
}
