import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
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

/** `says` are the problem and the fix, as printed. */
type Mistake = readonly [
  name: string,
  code: string,
  service: () => Promise<string>,
  says: readonly RegExp[],
  options?: CheckOptions,
];

const MISTAKES: readonly Mistake[] = [
  [
    'a wrong key',
    'wrong-key',
    reference((url) => url),
    [/401/, /Check the pro key/],
    { key: 'ask_pro_nobodywasgiventhis' },
  ],
  [
    '401 of a proxy',
    'wrong-key',
    from(page(401, { 'www-authenticate': 'Basic realm="staging"' })),
    [/401/, /Check the pro key/],
  ],
  [
    '/v1 missing',
    'version-missing',
    reference((url) => url.replace('/v1', '')),
    [/\/v1 seems to be missing/, /Use --base-url http:\/\/127\.0\.0\.1:\d+\/v1\b/],
  ],
  [
    '/v1 doubled',
    'version-doubled',
    reference((url) => `${url}/v1`),
    [/twice/, /Use --base-url http:\/\/127\.0\.0\.1:\d+\/v1(?!\/)/],
  ],
  ['/pets at the end', 'not-found', reference((url) => `${url}/pets`), [/404/, /--base-url/]],
  ['another version', 'not-found', reference((url) => url.replace('/v1', '/v2')), [/404/, /must end with \/v1/]],
  ['404 for everything, in HTML', 'not-found', from(page(404)), [/404/, /Check host and path/]],
  [
    '404 for everything, in JSON, without /v1',
    'not-found',
    async () => (await serve(json(404, { error: 'no' }))).origin,
    [/404/, /Check host and path/],
  ],
  [
    'a free key given as pro',
    'other-plan',
    reference((url) => url),
    [/limit of the plan free/, /--key free=/],
    { key: FREE_KEY },
  ],
  [
    'a pro key given as free',
    'other-plan',
    reference((url) => url),
    [/limit of the plan pro/, /--key pro=/],
    { key: PRO_KEY, plan: 'free' },
  ],
  [
    'a redirect to https',
    'redirected',
    from(page(301, { location: 'https://staging.example.com/v1/pets' }, '')),
    [/redirects to https:/, /never follows redirects/],
  ],
  [
    'a redirect to a login page',
    'redirected',
    from(page(302, { location: '/login?next=%2Fv1%2Fpets' })),
    [/redirects to \/login/, /--base-url/],
  ],
  ['a login page with 200', 'not-this-service', from(page(200)), [/without JSON/, /host, port and path/]],
  ['a site that is down for repairs, 500', 'not-this-service', from(page(500)), [/without JSON/, /--base-url/]],
  ['200 without a body', 'not-this-service', from(page(200, {}, '')), [/without JSON/, /--base-url/]],
  ['200 with {} on everything', 'mock', from(json(200, {})), [/without the requested animal/, /--base-url/]],
  ...(['0', '1', '1000'] as const).map(
    (limit): Mistake => [
      `a mock that returns its examples, with X-RateLimit-Limit: ${limit}`,
      'mock',
      from((request, response) => {
        const example = { id: 1, name: 'string', categoryId: 0, status: 'available' };
        const isList = request.url?.startsWith('/v1/pets?') === true;
        const limits = { 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1735689600' };
        response.writeHead(200, { 'Content-Type': 'application/json', ...limits });
        response.end(JSON.stringify(isList ? [example] : example));
      }),
      [/without the requested animal/, /--base-url/],
    ],
  ),
  ['403 for everything', 'refused', from(page(403)), [/403/, /allow-lists, VPN and firewall/]],
  ['503 of a balancer', 'down', from(page(503, { 'retry-after': '1' })), [/503/, /Start the service/]],
  ['502 without a body', 'down', from(page(502, {}, '')), [/502/, /run again/]],
  ['a closed port', 'unreachable', async () => 'http://127.0.0.1:9/v1', [/ECONNREFUSED/, /the service is running/]],
  [
    'a name that does not resolve',
    'host-unknown',
    async () => 'https://nowhere.invalid/v1',
    [/ENOTFOUND|EAI_AGAIN/, /does not resolve/],
  ],
  [
    'a proxy that does not run',
    'proxy',
    async () => 'https://nowhere.invalid/v1',
    [/through the proxy .* ECONNREFUSED \(.*127\.0\.0\.1:9/, /Check --proxy/],
    { args: ['--proxy', 'http://127.0.0.1:9'] },
  ],
];

describe('a set-up mistake', () => {
  it.each(MISTAKES.map(([name, ...row]) => [name, row] as const))(
    '%s: nothing else is judged, and the check names the fix',
    async (_name, row) => {
      const [code, service, says, options] = row;
      const checked = await check(await service(), options);
      expect(checked.result?.setUp?.code, checked.stdout.slice(-500)).toBe(code);
      for (const said of says) expect(checked.unwrapped).toMatch(said);
      expect(checked.result?.requests.sent).toBeLessThanOrEqual(3);
      expect(checked.result?.residue).toEqual([]);
      // What the user says about a key counts.
      const fails = code === 'other-plan' ? ['rate.limit-matches-plan'] : [];
      expect(checked.code).toBe(fails.length > 0 ? 1 : 3);
      expect(checked.result).toMatchObject({ outcome: fails.length > 0 ? 'failed' : 'incomplete' });
      expect(checked.result?.requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : []))).toEqual(fails);
      expectJudgedAlike(checked);
    },
  );

  it('replaces the list of requirements in the report', async () => {
    const checked = await check('http://127.0.0.1:9/v1');
    expect(checked.stdout.split('\n').length).toBeLessThan(30);
    expect(checked.unwrapped).toContain('the service is running');
  });

  it('is not suspected in a partial check of a conforming service', async () => {
    const server = await conforming();
    const checked = await check(server.baseUrl, { args: ['--only', 'list.*'] });
    expect(checked.result?.setUp).toBeUndefined();
  });
});
