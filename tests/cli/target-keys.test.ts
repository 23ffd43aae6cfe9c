import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY, PRO_KEY } from './check.ts';
import { run } from './run.ts';
import { serve } from './servers.ts';

const AMBIENT = 'ask_business_Zq8LhT2xMv5KcWn7RyPd';

/** Runs a command on a target with these keys, while a business key for another deployment is exported; gives what the target got to see. */
async function keysSentBy(command: readonly string[], keys: string) {
  const sent = new Set<string>();
  const { baseUrl } = await serve((request, response) => {
    sent.add(`${request.headers.authorization}`.replace('Bearer ', ''));
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'storecheck.yaml'), `targets: { here: { baseUrl: "${baseUrl}"${keys} } }`);
  const env = { FREE: FREE_KEY, PRO: PRO_KEY, STORE_API_KEY_BUSINESS: AMBIENT, STORE_API_KEY_FREE: `${FREE_KEY}-2` };
  const ended = await run([...command, '--target', 'here'], { cwd, env });
  return { sent, ended };
}

const STATED = ', keys: { free: { env: FREE }, pro: { env: PRO } }';
const CAPACITY = [
  '--subscribers pro=1 --active pro=1 --use pro=0.3 --p95 1s --errors 5% --steps 100 --step-duration 70',
].flatMap((text) => text.split(' '));

describe.concurrent('STORE_API_KEY_*', () => {
  it.each(['check', 'doctor'])(
    '%s sends only keys of plans that the target states, where it states any',
    async (command) => {
      const { sent, ended } = await keysSentBy([command], STATED);
      expect(sent, ended.said).toContain(PRO_KEY);
      expect(sent).not.toContain(AMBIENT);
    },
  );

  it('goes before the file, for a plan that the target states', async () => {
    const { sent } = await keysSentBy(['check', '--plan', 'free'], STATED);
    expect(sent).toContain(`${FREE_KEY}-2`);
    expect(sent).not.toContain(FREE_KEY);
  });

  it.each([
    ['limits', []],
    ['run', []],
    ['capacity', CAPACITY],
  ] as const)('%s plans with no other keys than those', async (command, args) => {
    const { ended } = await keysSentBy([command, '--dry-run', ...args], STATED);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said).toContain('pro');
    expect(ended.said).not.toContain('business');
  });

  it('is read where the target states none', async () => {
    const { sent } = await keysSentBy(['check'], '');
    expect(sent).toContain(AMBIENT);
  });

  it('is not read beside --key either, which replaces the keys of the target', async () => {
    const { sent } = await keysSentBy(['doctor', '--key', 'free=env:FREE'], STATED);
    expect(sent).toContain(FREE_KEY);
    expect(sent).not.toContain(PRO_KEY);
    expect(sent).not.toContain(AMBIENT);
  });

  it('of a plan that the target has no key for: said, with the way to send it all the same', async () => {
    const { ended } = await keysSentBy(['check', '--plan', 'business'], STATED);
    expect(ended.code).toBe(2);
    expect(ended.unwrapped).toContain(
      'STORE_API_KEY_BUSINESS is set, but not read where --key is given or the target gives keys of other plans; add --key business=env:STORE_API_KEY_BUSINESS',
    );
  });
});
