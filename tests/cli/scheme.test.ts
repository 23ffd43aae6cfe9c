import { describe, expect, it } from 'vitest';
import { FREE_KEY } from './check.ts';
import { run } from './run.ts';

const COMMANDS = ['check', 'limits', 'run', 'capacity', 'doctor'];
/** Of `null` as origin, of an origin that is no http, of no host, of one letter too many. */
const SCHEMES = ['htps', 'htp', 'hhtp', 'httpss', 'HTPS', 'ftp', 'ws', 'wss', 'file', 'blob', 'git+ssh', 'x-store'];

describe.concurrent('a base URL whose scheme is neither http nor https', () => {
  it.each([
    ...COMMANDS.map((command) => [command, 'htps'] as const),
    ...SCHEMES.map((scheme) => ['check', scheme] as const),
  ])('%s %s://: exit 2, named beside another mistake of the call', async (command, scheme) => {
    const url = `${scheme}://staging.example.com/v1`;
    const ended = await run([command, '--base-url', url, '--key', 'free=env:K', '--windw', '5'], {
      env: { K: FREE_KEY },
    });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain(`--base-url: the scheme ${scheme.toLowerCase()}:// is not http or https`);
    expect(ended.stderr).toContain('did you mean --window?');
    expect(ended.stderr).not.toContain('confirm-host');
  });
});
