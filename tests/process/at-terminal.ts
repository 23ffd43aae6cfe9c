import { spawn } from 'node:child_process';
import process from 'node:process';
import { atEnd } from '../at-end.ts';
import { BUILT } from '../built.ts';
import { temporaryFolder } from '../folder.ts';

/** `script` (util-linux) gives a command a terminal. */
const SCRIPT = '/usr/bin/script';

interface Dialogue {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Answers typed when their question is seen, in this order. */
  readonly answers?: readonly (readonly [question: string, typed: string])[];
}

/** Runs the command on a terminal of 80 columns. `lines` are those of the screen, `unasked` the answers whose question never came. */
export async function atTerminal(
  args: readonly string[],
  { cwd = temporaryFolder(), env = {}, answers = [] }: Dialogue,
) {
  const words = [process.execPath, BUILT, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['-qefc', `stty cols 80; ${words}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'dumb', HOME: temporaryFolder(), ...env },
  });
  const hasEnded = atEnd(() => child.kill('SIGKILL'));
  const left = [...answers];
  let said = '';
  let read = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [next] = left;
    const found = next === undefined ? -1 : said.indexOf(next[0], read);
    if (next === undefined || found === -1) return;
    left.shift();
    read = found + next[0].length;
    child.stdin.write(`${next[1]}\r`);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  hasEnded();
  const text = said.replace(/\r\n/g, '\n').replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
  return { code, said: text, unwrapped: text.replace(/\s+/g, ' '), lines: text.split('\n'), unasked: left };
}
