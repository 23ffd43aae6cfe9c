import { createInterface } from 'node:readline/promises';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { widthFor } from './console.ts';
import { UsageError } from './problems.ts';

/** What is to be confirmed at the terminal, once it was said what the run costs. */
export interface Question {
  /** To be typed. */
  readonly host: string;
  /** What asks for more than reading. */
  readonly flags: readonly string[];
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
