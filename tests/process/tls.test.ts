import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY } from '../outcome/checked.ts';
import { expectJudgedAlike, resultIn } from '../outcome/left.ts';
import { childrenOf, contentOf } from '../outcome/texts.ts';
import { check } from './check.ts';
import { until } from './push.ts';
import { realK6 } from './real-k6.ts';
import { run, start } from './run.ts';
import { certificate, conforming, passOnTo, serveTls } from './servers.ts';

/** Seconds. */
const WINDOW = 3;
const certificates = temporaryFolder();
const [server, client] = [certificate(certificates, 'server'), certificate(certificates, 'client')];
certificate(certificates, 'stranger');

/** A server whose certificate no authority has signed. */
const selfSigned = async () => (await serveTls(server, (_request, response) => response.end())).baseUrl;

const spokenAs = (scheme: string, baseUrl: string) => baseUrl.replace(/^https?:/, `${scheme}:`);

describe.concurrent('TLS', () => {
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
});

/** A service that accepts only the client's certificate, and a folder with the configuration for it. */
async function demanding(cert = 'client.crt', key = 'client.key') {
  const folder = temporaryFolder();
  const reference = await conforming({ windowSeconds: WINDOW, keys: { [FREE_KEY]: 'free' } });
  const shown = new Set<string>();
  const pass = passOnTo(reference, ({ request }) => {
    shown.add(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
    return false;
  });
  const { baseUrl } = await serveTls({ ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true }, pass);
  const [ca, certPath, keyPath] = ['server.crt', cert, key].map((name) => join(certificates, name));
  writeFileSync(
    join(folder, 'storecheck.yaml'),
    `targets:
  it:
    baseUrl: ${baseUrl}
    window: ${WINDOW}s
    keys: { free: { env: KEY } }
    ca: ${ca}
    clientCertificate: { cert: ${certPath}, key: ${keyPath} }
`,
  );
  const options = { cwd: folder, env: { KEY: FREE_KEY, K6_BIN: realK6().path } };
  return { reference, shown, options, out: join(folder, 'run') };
}

describe.concurrent('a service that demands a client certificate', () => {
  it('gets it from k6; neither its key nor the key of the plan is anywhere', async () => {
    const { out, options, shown } = await demanding();
    const { child, ended } = await start(['limits', '--out', out], options);
    // One k6 is asked for its version first, and may be gone at any moment.
    const k6 = () => childrenOf(child.pid).find((pid) => contentOf(`/proc/${pid}/cmdline`)?.includes('CONFIG='));
    await until(() => k6() !== undefined);
    const [seen = '', environment = ''] = ['cmdline', 'environ'].map((name) => contentOf(`/proc/${k6()}/${name}`));
    const end = await ended;
    expect(seen).toContain(`CLIENT_KEY=${join(certificates, 'client.key')}`);
    expect([...shown], end.said).toEqual(['client']);
    // On a busy machine, a verdict on the limits is inconclusive in so short a window.
    expect([0, 3], end.said).toContain(end.code);
    expect(resultIn(out).requests.byStatus['200']).toBeGreaterThan(10);
    const files = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
    for (const hidden of [client.key.split('\n')[1] ?? '', FREE_KEY])
      expect([seen, environment, end.said, ...files].filter((text) => text.includes(hidden))).toEqual([]);
  });

  it('is accepted by doctor, which trusts the authority that the target names', async () => {
    const end = await run(['doctor'], (await demanding()).options);
    expect(end.code, end.said).toBe(0);
    expect(end.stdout).toMatch(/^✓ service {3}returned 200 /m);
    expect(end.stderr).toBe('');
  });

  it.each([
    ['limits', 'stranger.crt'],
    ['check', 'client.crt'],
  ])('proves nothing with another certificate or key, and %s reports the reason', async (command, file) => {
    const { out, options, reference } = await demanding(file, 'stranger.key');
    const end = await run([command, '--out', out], options);
    expect(end.code, end.said).toBe(3);
    expect(end.unwrapped).toMatch(/TLS|certificate|ECONNRESET|EPIPE/i);
    expect(reference.counts()).toEqual({});
  });

  it.each([
    ['is not there', 'nowhere.key', 'clientCertificate.key: cannot read'],
    ['is no PEM', 'no.key', 'is not PEM'],
  ])('is sent nothing if the key of the certificate %s', async (_name, key, problem) => {
    writeFileSync(join(certificates, 'no.key'), 'no key');
    const { out, options, reference } = await demanding('client.crt', key);
    const end = await run(['run', '--out', out], options);
    expect(end.code, end.said).toBe(2);
    expect(end.unwrapped).toContain(problem);
    expect(existsSync(out)).toBe(false);
    expect(reference.counts()).toEqual({});
  });
});
