import { createInterface } from 'node:readline/promises';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../../run/errors.ts';
import { isHost } from '../../run/guard.ts';
import { wrap } from '../../text/inert.ts';
import { widthFor } from './console.ts';

/** What the user must confirm at the terminal after the cost estimate. */
export interface Question {
  readonly host: string;
  readonly flags: readonly string[];
}

/** Asks for the host name. Throws a UsageError if the user types another one. */
export async function confirm(
  { host, flags }: Question,
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Promise<void> {
  const text = `${host} is a production host. Confirm ${flags.join(' and ')}.`;
  stderr.write(`${wrap(text, widthFor(stderr.columns), '')}\n`);
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const typed = (await terminal.question('Type the host name to continue: ')).trim();
    if (!isHost(typed, host))
      throw new UsageError([`the host is ${host}, not ${JSON.stringify(typed)}; nothing was sent`]);
  } finally {
    terminal.close();
  }
}
