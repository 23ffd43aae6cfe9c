import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectLines, golden } from '../../support/golden.ts';
import { expectJudgedAlike, PRO_KEY, type RunsOptions } from '../../support/runs.ts';
import { check } from '../virtual-command.ts';
import { conforming, serve } from '../virtual-servers.ts';

const PAGE = '<!doctype html><html><head><title>Pets &amp; More</title></head><body><h1>Welcome</h1></body></html>';

const page =
  (status: number, headers: Record<string, string> = {}, body = PAGE): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };

const from = (handler: RequestListener) => async () => (await serve(handler)).baseUrl;
const reference = (change: (baseUrl: string) => string) => async () => change((await conforming()).baseUrl);

const itself = reference((url) => url);
const nowhere = async () => 'https://nowhere.invalid/v1';

/** A mock that returns its examples. */
const mock = from((request, response) => {
  const example = { id: 1, name: 'string', categoryId: 0, status: 'available' };
  const limits = { 'X-RateLimit-Limit': '1', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1735689600' };
  response.writeHead(200, { 'Content-Type': 'application/json', ...limits });
  response.end(JSON.stringify(request.url?.startsWith('/v1/pets?') === true ? [example] : example));
});

const MISTAKES: Readonly<Record<string, readonly [service: () => Promise<string>, options?: RunsOptions]>> = {
  'a wrong key': [itself, { keys: { pro: 'ask_pro_nobodywasgiventhis' } }],
  '/v1 missing': [reference((url) => url.replace('/v1', ''))],
  '/v1 doubled': [reference((url) => `${url}/v1`)],
  '404 for everything with the key, in HTML': [
    from((request, response) =>
      page(request.headers.authorization === `Bearer ${PRO_KEY}` ? 404 : 401)(request, response),
    ),
  ],
  'a pro key given as free': [itself, { keys: { free: PRO_KEY } }],
  'a redirect to a login page': [from(page(302, { location: '/login?next=%2Fv1%2Fpets' }))],
  'a login page with 200': [from(page(200))],
  'a mock with X-RateLimit-Limit: 1': [mock],
  '403 for everything': [from(page(403))],
  '502 without a body': [from(page(502, {}, ''))],
  'a closed port': [async () => 'http://127.0.0.1:9/v1'],
  'a name that does not resolve': [nowhere],
  'a proxy that does not run': [nowhere, { args: ['--proxy', 'http://127.0.0.1:9'] }],
};

it('a set-up mistake is named with its fix, and nothing else is judged', async () => {
  const shown: Record<string, string> = {};
  for (const [name, [service, options]] of Object.entries(MISTAKES)) {
    const checked = await check(await service(), options);
    const { setUp, requests, requirements, residue } = checked.result ?? {};
    shown[name] = `${setUp?.code}\n  ${setUp?.message}\n  ${setUp?.fix}`;
    expect(checked.unwrapped, name).toContain(setUp?.fix.replace(/\s+/g, ' '));
    expect(requests?.sent, name).toBeLessThanOrEqual(3);
    expect(residue).toEqual([]);
    // What the user says about a key counts, so its plan is judged.
    const [fails, code, most] = setUp?.code === 'other-plan' ? [['rate.limit-matches-plan'], 1, 60] : [[], 3, 30];
    expect([name, checked.code]).toEqual([name, code]);
    expect(checked.stdout.split('\n').length, name).toBeLessThan(most);
    expect(requirements?.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : []))).toEqual(fails);
    for (const file of ['report.html', 'junit.xml', 'summary.md'])
      expect(existsSync(join(checked.out, file)), file).toBe(true);
    expectJudgedAlike(checked);
  }
  await expectLines(golden('set-up.txt'), shown, String);
});
