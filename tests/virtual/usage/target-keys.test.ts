import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';

const AMBIENT = 'ask_business_Zq8LhT2xMv5KcWn7RyPd';

/** Runs a command against a target with these keys, while the environment has a business key of another deployment. Returns the keys that the target received. */
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
const CAPACITY =
  '--subscribers pro=1 --active pro=1 --use pro=0.3 --p95 1s --errors 5% --steps 100 --step-duration 70'.split(' ');

describe('STORE_API_KEY_*', () => {
  it.each(['check', 'doctor'])('is sent by %s only for plans that the target has keys for', async (command) => {
    const { sent, ended } = await keysSentBy([command], STATED);
    expect(sent, ended.said).toContain(PRO_KEY);
    expect(sent).not.toContain(AMBIENT);
  });

  it.each<[string, readonly string[]]>([
    ['check', ['check', '--plan', 'free']],
    ['limits', ['limits', '--plan', 'free', '--allow-load']],
    ['capacity', ['capacity', ...CAPACITY.map((word) => word.replace('pro', 'free').replace('70', '340'))]],
  ])('of a plan is not sent by %s if the target names another source', async (_name, command) => {
    const { sent, ended } = await keysSentBy(command, STATED);
    expect(sent, ended.said).toContain(FREE_KEY);
    expect(sent).not.toContain(`${FREE_KEY}-2`);
  });

  it.each(['check --dry-run', 'doctor'])('is named by %s if the target names another source', async (command) => {
    const { ended } = await keysSentBy([...command.split(' '), '--plan', 'free'], STATED);
    expect(ended.unwrapped).toContain('free#1 from FREE (storecheck.yaml:1); STORE_API_KEY_FREE is not used');
  });

  it.each([
    ['limits', []],
    ['run', []],
    ['capacity', CAPACITY],
  ] as const)('is planned with by %s only for these plans', async (command, args) => {
    const { ended } = await keysSentBy([command, '--dry-run', ...args], STATED);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said).toContain('pro');
    expect(ended.said.replace(/not tested: .*/, '')).not.toContain('business');
  });

  it('is read if the target has no keys', async () => {
    const { sent } = await keysSentBy(['check'], '');
    expect(sent).toContain(AMBIENT);
  });

  it('is not read with --key, which replaces the keys of the target', async () => {
    const { sent } = await keysSentBy(['doctor', '--key', 'free=env:FREE'], STATED);
    expect(sent).toContain(FREE_KEY);
    expect(sent).not.toContain(PRO_KEY);
    expect(sent).not.toContain(AMBIENT);
  });

  it('of another plan is named, with the option that uses it', async () => {
    const { ended } = await keysSentBy(['check', '--plan', 'business'], STATED);
    expect(ended.code).toBe(2);
    expect(ended.unwrapped).toContain(
      'STORE_API_KEY_BUSINESS is ignored, because --key or the target names keys of other plans; add --key business=env:STORE_API_KEY_BUSINESS',
    );
  });
});
