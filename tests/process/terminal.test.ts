import { describe, expect, it } from 'vitest';
import { atTerminal } from './at-terminal.ts';

const HOST = 'service.invalid';
const call = (typed: string) =>
  atTerminal(['check', '--base-url', `https://${HOST}/v1`, '--key', 'free=env:KEY', '--allow-writes'], {
    env: { KEY: 'a-key-of-nobody' },
    answers: [['Type the host name to continue: ', typed]],
  });

describe('a real terminal', () => {
  it('reads the answer to a question, and prints no line beyond its width', async () => {
    const { code, said, lines, unasked } = await call(HOST);
    expect(code, said).toBe(3);
    expect(unasked).toEqual([]);
    expect(said).toContain('does not resolve');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('ends the command on Ctrl-C at a question', async () => {
    const { code, said } = await call('\u0003');
    expect(code, said).toBe(130);
  });
});
