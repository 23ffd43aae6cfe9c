import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY } from '../outcome/checked.ts';
import { expectJudgedAlike } from '../outcome/left.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { certificate, conforming, serveTls } from './servers.ts';

/** A server whose certificate no authority has signed. */
const selfSigned = async () =>
  (await serveTls(certificate(temporaryFolder(), 'server'), (_request, response) => response.end())).baseUrl;

const spokenAs = (scheme: string, baseUrl: string) => baseUrl.replace(/^https?:/, `${scheme}:`);

describe('TLS', () => {
  it.each([
    ['a self-signed certificate', 'tls', selfSigned, [/SELF_SIGNED/, /--ca ca\.pem/]],
    [
      'https to a server of http',
      'no-https',
      async () => spokenAs('https', (await conforming()).baseUrl),
      [/does not speak https/, /Try --base-url http:/],
    ],
    ['http to a server of https', 'http-closed', async () => spokenAs('http', await selfSigned()), [/https/]],
  ])('%s is a set-up mistake, and the check names the fix', async (_name, code, service, says) => {
    const checked = await check(await service());
    expect(checked.result?.setUp?.code, checked.said).toBe(code);
    for (const words of says) expect(checked.unwrapped).toMatch(words);
    expect(checked.code).toBe(3);
    expectJudgedAlike(checked);
  });

  it('doctor names a server of http behind an https URL', async () => {
    const { port } = await conforming();
    const args = ['doctor', '--base-url', `https://127.0.0.1:${port}/v1`, '--key', 'free=env:FREE'];
    const ended = await run(args, { env: { FREE: FREE_KEY } });
    expect(ended.code).toBe(3);
    expect(ended.unwrapped).toContain('does not speak https');
  });
});
