import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { check, PRO_KEY } from './check.ts';
import { expectJudgedAlike } from './left.ts';
import { conforming, serve, serveTls } from './servers.ts';

const PAGE = '<!doctype html><html><head><title>Pets &amp; More</title></head><body><h1>Welcome</h1></body></html>';

const page =
  (status: number, headers: Record<string, string> = {}, body = PAGE): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
const json = (status: number, body: unknown): RequestListener =>
  page(status, { 'content-type': 'application/json' }, JSON.stringify(body));

const from = (handler: RequestListener) => async () => (await serve(handler)).baseUrl;
const reference = (change: (baseUrl: string) => string) => async () => change((await conforming()).baseUrl);

async function closedPort(): Promise<string> {
  const taken = await conforming();
  await taken.close();
  return taken.baseUrl;
}

async function selfSigned(): Promise<string> {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...what, ...names], { stdio: 'ignore' });
  const files = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  return (await serveTls(files, json(200, []))).baseUrl;
}

interface Mistake {
  readonly name: string;
  readonly code: string;
  readonly service: () => Promise<string>;
  /** Both stand in what is printed: what is wrong and the way out. */
  readonly says: readonly RegExp[];
  readonly key?: string;
  readonly plan?: 'free' | 'pro';
}

const MISTAKES: readonly Mistake[] = [
  {
    name: 'a wrong key',
    code: 'wrong-key',
    service: reference((url) => url),
    key: 'ask_pro_nobodywasgiventhis',
    says: [/401/, /Check the key given for pro/],
  },
  {
    name: '401 of a proxy before it',
    code: 'wrong-key',
    service: from(page(401, { 'www-authenticate': 'Basic realm="staging"' })),
    says: [/401/, /Check the key/],
  },
  {
    name: '/v1 missing',
    code: 'version-missing',
    service: reference((url) => url.replace('/v1', '')),
    says: [/\/v1 is missing/, /Use --base-url http:\/\/127\.0\.0\.1:\d+\/v1\b/],
  },
  {
    name: '/v1 doubled',
    code: 'version-doubled',
    service: reference((url) => `${url}/v1`),
    says: [/twice/, /Use --base-url http:\/\/127\.0\.0\.1:\d+\/v1(?!\/)/],
  },
  {
    name: '/pets at the end',
    code: 'not-found',
    service: reference((url) => `${url}/pets`),
    says: [/404/, /--base-url/],
  },
  {
    name: 'another version',
    code: 'not-found',
    service: reference((url) => url.replace('/v1', '/v2')),
    says: [/404/, /ends with \/v1/],
  },
  {
    name: '404 for everything, in HTML',
    code: 'not-found',
    service: from(page(404)),
    says: [/404/, /Check host and path/],
  },
  {
    name: '404 for everything, in JSON, without /v1',
    code: 'not-found',
    service: async () => (await serve(json(404, { error: 'no' }))).origin,
    says: [/404/, /Check host and path/],
  },
  {
    name: 'a free key given as pro',
    code: 'other-plan',
    service: reference((url) => url),
    key: 'ask_free_9fK2mQx7LpT4vRz8WbN1',
    says: [/number of the plan free/, /--key free=/],
  },
  {
    name: 'a pro key given as free',
    code: 'other-plan',
    service: reference((url) => url),
    key: PRO_KEY,
    plan: 'free',
    says: [/number of the plan pro/, /--key pro=/],
  },
  {
    name: 'a redirect to https',
    code: 'redirected',
    service: from(page(301, { location: 'https://staging.example.com/v1/pets' }, '')),
    says: [/redirects to https:/, /never followed/],
  },
  {
    name: 'a redirect to a login page',
    code: 'redirected',
    service: from(page(302, { location: '/login?next=%2Fv1%2Fpets' })),
    says: [/redirects to \/login/, /--base-url/],
  },
  {
    name: 'a login page with 200',
    code: 'not-this-service',
    service: from(page(200)),
    says: [/neither with JSON/, /host, port and path/],
  },
  {
    name: 'a site that is down for repairs, 500',
    code: 'not-this-service',
    service: from(page(500)),
    says: [/neither with JSON/, /--base-url/],
  },
  {
    name: 'a server that answers nothing but 200',
    code: 'not-this-service',
    service: from(page(200, {}, '')),
    says: [/neither with JSON/, /--base-url/],
  },
  {
    name: '403 for everything',
    code: 'refused',
    service: from(page(403)),
    says: [/403/, /allow-lists, VPN and firewall/],
  },
  {
    name: '503 of a balancer',
    code: 'down',
    service: from(page(503, { 'retry-after': '1' })),
    says: [/503/, /Bring the service up/],
  },
  { name: '502 without a body', code: 'down', service: from(page(502, {}, '')), says: [/502/, /run again/] },
  {
    name: 'a certificate that it signed itself',
    code: 'tls',
    service: selfSigned,
    says: [/SELF_SIGNED/, /--ca ca\.pem/],
  },
  {
    name: 'https where http is spoken',
    code: 'tls',
    service: reference((url) => url.replace('http:', 'https:')),
    says: [/does not speak https/, /Try --base-url http:/],
  },
  {
    name: 'http where https is spoken',
    code: 'unreachable',
    service: async () => (await selfSigned()).replace('https:', 'http:'),
    says: [/https/],
  },
  { name: 'a closed port', code: 'unreachable', service: closedPort, says: [/ECONNREFUSED/, /is the service up/] },
  {
    name: 'a name that does not resolve',
    code: 'unreachable',
    service: async () => 'https://nowhere.invalid/v1',
    says: [/ENOTFOUND|EAI_AGAIN/, /does not resolve/],
  },
];

describe.concurrent('a mistake in the set-up', () => {
  it.each(MISTAKES)('$name is told from a finding in three requests: incomplete, with the fix', async (mistake) => {
    const { code, service, says, key, plan } = mistake;
    const checked = await check(await service(), { ...(key && { key }), ...(plan && { plan }) });
    expect(checked.result?.setUp?.code, checked.stdout.slice(-500)).toBe(code);
    for (const said of says) expect(checked.unwrapped).toMatch(said);
    expect(checked.result?.requests.sent).toBeLessThanOrEqual(3);
    expect(checked.result?.residue).toEqual([]);
    expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(checked.code).toBe(3);
    expect(checked.result?.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expectJudgedAlike(checked);
  });

  it('is what the report speaks of, not the requirements that nobody could judge', async () => {
    const checked = await check(await closedPort());
    expect(checked.stdout.split('\n').length).toBeLessThan(30);
    expect(checked.unwrapped).toContain('is the service up');
  });

  it('is not suspected where one operation alone is odd', async () => {
    const server = await conforming();
    const checked = await check(server.baseUrl, { args: ['--only', 'list.*'] });
    expect(checked.result?.setUp).toBeUndefined();
  });
});
