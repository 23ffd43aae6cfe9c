import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { check } from '../check.ts';
import { conforming, serve } from '../servers.ts';

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

interface Mistake {
  readonly name: string;
  readonly code: string;
  readonly service: () => Promise<string>;
  /** The problem and the fix, as printed. */
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
    name: '401 of a proxy',
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
    key: FREE_KEY,
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
    name: '200 without a body',
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
    name: 'a closed port',
    code: 'unreachable',
    service: async () => 'http://127.0.0.1:9/v1',
    says: [/ECONNREFUSED/, /is the service up/],
  },
  {
    name: 'a name that does not resolve',
    code: 'unreachable',
    service: async () => 'https://nowhere.invalid/v1',
    says: [/ENOTFOUND|EAI_AGAIN/, /does not resolve/],
  },
];

describe('a set-up mistake', () => {
  it.each(MISTAKES.map((row) => [row.name, row] as const))(
    '%s: the check is incomplete and names the fix',
    async (_name, mistake) => {
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
    },
  );

  it('replaces the list of requirements in the report', async () => {
    const checked = await check('http://127.0.0.1:9/v1');
    expect(checked.stdout.split('\n').length).toBeLessThan(30);
    expect(checked.unwrapped).toContain('is the service up');
  });

  it('is not suspected in a partial check of a conforming service', async () => {
    const server = await conforming();
    const checked = await check(server.baseUrl, { args: ['--only', 'list.*'] });
    expect(checked.result?.setUp).toBeUndefined();
  });
});
