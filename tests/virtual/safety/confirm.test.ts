import { describe, expect, it } from 'vitest';
import { atTerminal, hasTerminal } from './at-terminal.ts';

const HOST = 'service.invalid';
const call = (typed: string) =>
  atTerminal(['check', '--base-url', `https://${HOST}/v1`, '--key', 'free=env:KEY', '--allow-writes'], {
    env: { KEY: 'a-key-of-nobody' },
    answers: [['Type its name to go on: ', typed]],
  });

describe.skipIf(!hasTerminal).concurrent('a production host is confirmed', () => {
  it('once it was said what the run costs', async () => {
    const { code, said } = await call('service');
    expect(code, said).toBe(2);
    expect(said.indexOf('creates are sent')).toBeGreaterThan(0);
    expect(said.indexOf('Type its name')).toBeGreaterThan(said.indexOf('creates are sent'));
    expect(said).toContain(`the host is ${HOST}, not "service"; nothing was sent`);
  });

  it('by its name: the run goes on', async () => {
    const { code, said } = await call(HOST);
    expect(code, said).toBe(3);
    expect(said).toContain('does not resolve');
  });

  it('within the width of the terminal', async () => {
    const { lines } = await call('');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});
