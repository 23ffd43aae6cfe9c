import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run } from '../command.ts';

const HOST = 'service.invalid';
const call = (typed: string) =>
  run(['check', '--base-url', `https://${HOST}/v1`, '--key', 'free=env:KEY', '--allow-writes'], {
    env: { KEY: 'a-key-of-nobody', TERM: 'dumb' },
    terminal: 80,
    answers: [['Type the host name to continue: ', typed]],
  });

describe('the question for the name of a production host', () => {
  it('follows what the run costs, and refuses another name', async () => {
    const { code, stderr, said } = await call('service');
    expect(code, said).toBe(2);
    expect(stderr.indexOf('POST requests')).toBeGreaterThan(0);
    expect(stderr.indexOf('Type the host name')).toBeGreaterThan(stderr.indexOf('POST requests'));
    expect(said).toContain(`the host is ${HOST}, not "service"; nothing was sent`);
  });

  it('starts the run when its name is typed', async () => {
    const { code, said } = await call(HOST);
    expect(code, said).toBe(3);
    expect(said).toContain('does not resolve');
  });

  it('fits the width of the terminal', async () => {
    const { stderr } = await call('');
    const lines = stripVTControlCharacters(stderr).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('ends the command on Ctrl-C', async () => {
    const { code, said } = await call('\u0003');
    expect(code, said).toBe(130);
  });
});
