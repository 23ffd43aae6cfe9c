import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { goldenIn } from '../../golden.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';
import { expectSession } from '../session.ts';

const BUSINESS = 'ask_business_Zq8LhT2xMv5KcWn7RyPd';
const AMBIENT = `${FREE_KEY}-2`;
const NAMES: Readonly<Record<string, string>> = {
  [FREE_KEY]: 'FREE',
  [PRO_KEY]: 'PRO',
  [BUSINESS]: 'BUSINESS',
  [AMBIENT]: 'AMBIENT',
};

const ENV = { FREE: FREE_KEY, PRO: PRO_KEY, STORE_API_KEY_BUSINESS: BUSINESS, STORE_API_KEY_FREE: AMBIENT };

/** Runs a command against a target with these keys, while the environment has keys of another deployment. `sent` names the keys that the target received. */
async function keysSentBy(command: string, keys: string) {
  const sent = new Set<string>();
  const { baseUrl } = await serve((request, response) => {
    sent.add(NAMES[`${request.headers.authorization}`.replace('Bearer ', '')] ?? 'another');
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'storecheck.yaml'), `targets: { here: { baseUrl: "${baseUrl}"${keys} } }`);
  const ended = await run([...command.split(' '), '--target', 'here'], { cwd, env: ENV });
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

  it('is named if it is not used, and chosen by --plan', async () => {
    await expectSession(goldenIn(import.meta.dirname)('target-keys.txt'), {
      env: ENV,
      arrange: (cwd) => {
        writeFileSync(join(cwd, 'storecheck.yaml'), `targets: { here: { baseUrl: "http://127.0.0.1:9/v1"${STATED} } }`);
      },
      show: ({ stdout, stderr }) => stderr || stdout,
    });
  });
});
