import { spawn } from 'node:child_process';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { BUILT } from '../built.ts';
import { temporaryFolder } from '../folder.ts';

/** `script` (util-linux) gives a command a terminal. */
const SCRIPT = '/usr/bin/script';
const HOST = 'service.invalid';
const QUESTION = 'Type the host name to continue: ';

/** Runs a check of a production host on a terminal of 80 columns, and types the answer to its question. */
async function call(typed: string) {
  const args = ['check', '--base-url', `https://${HOST}/v1`, '--key', 'free=env:KEY', '--allow-writes'];
  const words = [process.execPath, BUILT, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['-qefc', `stty cols 80; ${words}`, '/dev/null'], {
    cwd: temporaryFolder(),
    env: { PATH: process.env['PATH'], TERM: 'dumb', HOME: temporaryFolder(), KEY: 'a-key-of-nobody' },
  });
  let said = '';
  let isAsked = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (isAsked || !said.includes(QUESTION)) return;
    isAsked = true;
    child.stdin.write(`${typed}\r`);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const text = said.replace(/\r\n/g, '\n').replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
  return { code, said: text, isAsked };
}

describe('a real terminal', () => {
  it('reads the answer to a question, and prints no line beyond its width', async () => {
    const { code, said, isAsked } = await call(HOST);
    expect(code, said).toBe(3);
    expect(isAsked).toBe(true);
    expect(said).toContain('does not resolve');
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
