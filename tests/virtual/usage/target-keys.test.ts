import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';

const BUSINESS = 'ask_business_Zq8LhT2xMv5KcWn7RyPd';
const AMBIENT = `${FREE_KEY}-2`;
const NAMES: Readonly<Record<string, string>> = {
  [FREE_KEY]: 'FREE',
  [PRO_KEY]: 'PRO',
  [BUSINESS]: 'BUSINESS',
  [AMBIENT]: 'AMBIENT',
};

/** Runs a command against a target with these keys, while the environment has keys of another deployment. `sent` names the keys that the target received. */
async function keysSentBy(command: string, keys: string) {
  const sent = new Set<string>();
  const { baseUrl } = await serve((request, response) => {
    sent.add(NAMES[`${request.headers.authorization}`.replace('Bearer ', '')] ?? 'another');
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'storecheck.yaml'), `targets: { here: { baseUrl: "${baseUrl}"${keys} } }`);
  const env = { FREE: FREE_KEY, PRO: PRO_KEY, STORE_API_KEY_BUSINESS: BUSINESS, STORE_API_KEY_FREE: AMBIENT };
  const ended = await run([...command.split(' '), '--target', 'here'], { cwd, env });
  return { sent: [...sent].filter((name) => name !== 'another').sort(), ended };
}

const STATED = ', keys: { free: { env: FREE }, pro: { env: PRO } }';
const CAPACITY =
  'capacity --subscribers free=1 --active free=1 --use free=0.3 --p95 1s --errors 5% --steps 100 --step-duration 70';

describe('STORE_API_KEY_*', () => {
  it.each<[string, string, string[]]>([
    ['check', STATED, ['PRO']],
    ['doctor', STATED, ['PRO']],
    ['check --plan free', STATED, ['FREE']],
    ['limits --plan free --allow-load', STATED, ['FREE']],
    [CAPACITY.replace('70', '340'), STATED, ['FREE', 'PRO']],
    ['check', '', ['BUSINESS']],
    ['doctor --key free=env:FREE', STATED, ['FREE']],
  ])('is sent only if neither the target nor --key names keys: %s', async (command, keys, expected) => {
    const { sent, ended } = await keysSentBy(command, keys);
    expect(sent, ended.said).toEqual(expected);
  });

  it.each(['check --dry-run', 'doctor'])('is named by %s if the target names another source', async (command) => {
    const { ended } = await keysSentBy(`${command} --plan free`, STATED);
    expect(ended.unwrapped).toContain('free#1 from FREE (storecheck.yaml:1); STORE_API_KEY_FREE is not used');
  });

  it.each(['limits', 'run', CAPACITY])('is not planned with by %s', async (command) => {
    const { ended } = await keysSentBy(`${command} --dry-run`, STATED);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said.replace(/not tested: .*/, '')).not.toContain('business');
  });

  it('of another plan is named, with the option that uses it', async () => {
    const { ended } = await keysSentBy('check --plan business', STATED);
    expect(ended.code).toBe(2);
    expect(ended.unwrapped).toContain('STORE_API_KEY_BUSINESS is ignored, because --key or the target names keys');
    expect(ended.unwrapped).toContain('add --key business=env:STORE_API_KEY_BUSINESS');
  });
});

it.each([
  ['limits', ['free#1, pro#1: 376 requests'], 'about'],
  ['limits --plan free', ['free#1: 68 requests'], 'pro#1'],
  ['run', ['pro#1: about', 'free#1, pro#1: 376 requests'], 'free#1: about'],
  ['run --plan free', ['free#1: about', 'free#1, pro#1: 376 requests'], 'pro#1: about'],
])('--plan chooses the keys of limits, and the key of the check of run: %s', async (command, says, not) => {
  const { unwrapped } = (await keysSentBy(`${command} --dry-run`, STATED)).ended;
  for (const words of says) expect(unwrapped).toContain(words);
  if (command !== 'limits') expect(unwrapped).not.toContain(not);
});
