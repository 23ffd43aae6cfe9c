import { expect, it } from 'vitest';
import { run } from '../command.ts';

/** The right name, the width and Ctrl-C: tests/process/terminal.test.ts. */
it('the question for the name of a production host follows what the run costs, and refuses another name', async () => {
  const words = 'check --base-url https://service.invalid/v1 --key free=env:KEY --allow-writes'.split(' ');
  const { code, stderr, said } = await run(words, {
    env: { KEY: 'a-key-of-nobody', TERM: 'dumb' },
    terminal: 80,
    answers: [['Type the host name to continue: ', 'service']],
  });
  expect(code, said).toBe(2);
  expect(stderr.indexOf('POST requests')).toBeGreaterThan(0);
  expect(stderr.indexOf('Type the host name')).toBeGreaterThan(stderr.indexOf('POST requests'));
  expect(said).toContain('the host is service.invalid, not "service"; nothing was sent');
});
