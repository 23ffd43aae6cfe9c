import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY } from '../outcome/checked.ts';
import { resultIn } from '../outcome/left.ts';
import { childrenOf, contentOf } from '../outcome/texts.ts';
import { run as runVirtually } from '../virtual/command.ts';
import { until } from './push.ts';
import { realK6 } from './real-k6.ts';
import { run, start } from './run.ts';
import { certificate, conforming, passOnTo, serveTls } from './servers.ts';

const WINDOW = 6;

/** A service that accepts only the client's certificate, and a folder with the configuration for it. */
async function demanding(clientCertificate = 'clientCertificate: { cert: client.crt, key: client.key }') {
  const folder = temporaryFolder();
  const [server, client] = [certificate(folder, 'server'), certificate(folder, 'client')];
  certificate(folder, 'stranger');
  const reference = await conforming({ windowSeconds: WINDOW, keys: { [FREE_KEY]: 'free' } });
  const shown = new Set<string>();
  const pass = passOnTo(reference, ({ request }) => {
    shown.add(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
    return false;
  });
  const { baseUrl } = await serveTls({ ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true }, pass);
  writeFileSync(
    join(folder, 'storecheck.yaml'),
    `targets:
  it:
    baseUrl: ${baseUrl}
    window: ${WINDOW}s
    keys: { free: { env: KEY } }
    ca: server.crt
    ${clientCertificate}
capacity:
  plans: { free: { subscribers: 12, activeAtPeak: 1, use: 0.5 } }
  objectives: { p95: 30s, errors: 5% }
`,
  );
  const secret = client.key.split('\n')[1] ?? '';
  const options = { cwd: folder, env: { KEY: FREE_KEY, K6_BIN: realK6().path } };
  return { folder, reference, shown, secret, options };
}

describe.concurrent('a service that demands a client certificate', () => {
  it.each([
    ['run', []],
    ['capacity', ['--steps', '100', '--step-duration', '18']],
  ] as const)(
    '%s: the client and k6 show it, and neither its key nor the key of the plan is anywhere',
    async (command, args) => {
      const { folder, options, secret, shown } = await demanding();
      const out = join(folder, 'run');
      const { child, ended } = await start([command, '--out', out, ...args], options);
      // One k6 is asked for its version first, and may be gone at any moment.
      const k6 = () => childrenOf(child.pid).find((pid) => contentOf(`/proc/${pid}/cmdline`)?.includes('CONFIG='));
      await until(() => k6() !== undefined);
      const [seen = '', environment = ''] = ['cmdline', 'environ'].map((name) => contentOf(`/proc/${k6()}/${name}`));
      const end = await ended;
      expect(seen).toContain(`CLIENT_KEY=${join(folder, 'client.key')}`);
      expect([...shown], end.said).toEqual(['client']);
      const result = resultIn(out);
      // On a busy machine, a part of the limits is inconclusive, and k6 sends a request too late.
      expect([0, 3], end.said).toContain(end.code);
      expect(result.requests.byStatus['200']).toBeGreaterThan(50);
      const files = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
      for (const hidden of [secret, FREE_KEY])
        expect([seen, environment, end.said, ...files].filter((text) => text.includes(hidden))).toEqual([]);
    },
  );

  it('is accepted by doctor, which trusts the authority that the target names', async () => {
    const end = await run(['doctor'], (await demanding()).options);
    expect(end.code, end.said).toBe(0);
    expect(end.stdout).toMatch(/! TLS .* valid for 1 day$/m);
    expect(end.stderr).toBe('');
  });

  it('proves nothing with another certificate, and the reason is reported', async () => {
    const { folder, options, reference } = await demanding(
      'clientCertificate: { cert: stranger.crt, key: stranger.key }',
    );
    const out = join(folder, 'run');
    const end = await run(['limits', '--out', out], options);
    expect(end.code, end.said).toBe(3);
    expect(end.unwrapped).toMatch(/TLS|certificate|ECONNRESET|EPIPE/i);
    expect(reference.counts()).toEqual({});
  });

  it.each([
    ['is not there', 'clientCertificate: { cert: client.crt, key: nowhere.key }', 'clientCertificate.key: cannot read'],
    ['is no PEM', 'clientCertificate: { cert: client.crt, key: storecheck.yaml }', 'is not PEM'],
    [
      'is of another certificate',
      'clientCertificate: { cert: client.crt, key: stranger.key }',
      'must be a certificate and its private key',
    ],
  ])('is sent nothing if the key of the certificate %s', async (_name, line, problem) => {
    const { folder, options, reference } = await demanding(line);
    const end = await runVirtually(['run', '--out', join(folder, 'run')], options);
    expect(end.code, end.said).toBe(2);
    expect(end.unwrapped).toContain(problem);
    expect(existsSync(join(folder, 'run'))).toBe(false);
    expect(reference.counts()).toEqual({});
  });
});
