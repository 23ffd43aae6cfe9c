import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/files.ts';
import { childrenOf, contentOf } from '../support/processes.ts';
import { realK6 } from '../support/real-io.ts';
import { FREE_KEY, resultIn } from '../support/runs.ts';
import type { Change } from '../support/servers.ts';
import { check, run, start, until } from './real-command.ts';
import { certificate, conforming, serversOverTls } from './real-servers.ts';

const { path: K6_BIN } = await realK6();
/** Seconds. */
const WINDOW = 3;
const certificates = temporaryFolder();
const [server, client] = [certificate(certificates, 'server'), certificate(certificates, 'client')];
certificate(certificates, 'stranger');

/** A server whose certificate no authority has signed. */
const selfSigned = async () => (await serversOverTls(server).serve((_request, response) => response.end())).baseUrl;
const https = (baseUrl: string) => baseUrl.replace('http:', 'https:');

it.concurrent.each([
  ['a self-signed certificate', 'tls', async () => https(await selfSigned()), '--ca ca.pem'],
  ['https to a server of http', 'no-https', async () => https((await conforming()).baseUrl), '--base-url http:'],
  ['http to a server of https', 'http-closed', selfSigned, 'https'],
])('%s is a set-up mistake, whose fix is named', async (_name, code, service, fix) => {
  const checked = await check(await service());
  expect([checked.result?.setUp?.code, checked.code], checked.said).toEqual([code, 3]);
  expect(checked.result?.setUp?.fix).toContain(fix);
});

/** A service that accepts only the client's certificate, and a folder with the configuration for it. */
async function demanding(cert = 'client.crt', key = 'client.key') {
  const folder = temporaryFolder();
  const shown = new Set<unknown>();
  const tls = { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true };
  const change: Change = ({ request: { socket } }) => shown.add((socket as TLSSocket).getPeerCertificate().subject.CN);
  const service = await serversOverTls(tls).conforming({ windowSeconds: WINDOW, keys: { [FREE_KEY]: 'free' }, change });
  const [ca, certPath, keyPath] = ['server.crt', cert, key].map((name) => join(certificates, name));
  const route = `ca: ${ca}, clientCertificate: { cert: ${certPath}, key: ${keyPath} }`;
  const target = `{ baseUrl: "${https(service.baseUrl)}", window: ${WINDOW}s, keys: { free: { env: KEY } }, ${route} }`;
  writeFileSync(join(folder, 'storecheck.yaml'), `targets: { it: ${target} }`);
  const options = { cwd: folder, env: { KEY: FREE_KEY, K6_BIN } };
  return { service, shown, options, out: join(folder, 'run') };
}

it.concurrent('a service that demands a client certificate gets it from k6 and from doctor; neither its key nor the key of the plan is anywhere', async () => {
  const { out, options, shown } = await demanding();
  const trusting = await run(['doctor'], options);
  expect([trusting.code, trusting.stderr], trusting.said).toEqual([0, '']);
  const { child, ended } = start(['limits', '--out', out], options);
  // One k6 is asked for its version first, and may be gone at any moment.
  const k6 = () => childrenOf(child.pid).find((pid) => contentOf(`/proc/${pid}/cmdline`)?.includes('CONFIG='));
  await until(() => k6() !== undefined);
  const [seen = '', environment = ''] = ['cmdline', 'environ'].map((name) => contentOf(`/proc/${k6()}/${name}`));
  const { code, said } = await ended;
  expect(seen).toContain(`CLIENT_KEY=${join(certificates, 'client.key')}`);
  expect([...shown], said).toEqual(['client']);
  // On a busy machine, a verdict on the limits is inconclusive in so short a window.
  expect([0, 3], said).toContain(code);
  expect(resultIn(out).requests.byStatus['200']).toBeGreaterThan(10);
  const files = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
  for (const hidden of [client.key.split('\n')[1] ?? '', FREE_KEY])
    expect([seen, environment, said, ...files].filter((text) => text.includes(hidden))).toEqual([]);
});

it.concurrent.each([
  ['limits', 'stranger.crt', 'stranger.key'],
  ['check', 'client.crt', 'stranger.key'],
])('%s on such a service proves nothing with %s and %s, and gives the reason', async (command, cert, key) => {
  const { out, options, service } = await demanding(cert, key);
  const end = await run([command, '--out', out], options);
  expect(end.code, end.said).toBe(3);
  expect(end.unwrapped).toMatch(/TLS|certificate|ECONNRESET|EPIPE/i);
  expect(service.seen).toEqual([]);
});
