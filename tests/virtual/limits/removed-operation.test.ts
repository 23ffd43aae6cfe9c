import { describe, expect, it } from 'vitest';
import { expectSound, limitsWith, PRO_KEY, verdictOf } from '../../outcome/runs.ts';
import { check, push } from '../command.ts';
import { between, conforming } from '../servers.ts';

/** A service without GET /pets/{petId}: a router in front of it answers there as it answers everywhere else. */
async function withoutGet() {
  return between(await conforming(), (passing, response) => {
    const { method, url = '' } = passing.request;
    if (method !== 'GET' || !url.startsWith('/v1/pets/')) return false;
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    return true;
  });
}

describe('a service without GET /pets/{petId}', () => {
  it.each([
    ['2030-12-06', 0, 'pass', 'not-applicable'],
    ['2030-12-04', 1, 'fail', 'fail'],
  ])('on %s: check exits with %i', async (today, code, served, found) => {
    const { baseUrl } = await withoutGet();
    const checked = await check(baseUrl, { args: ['--today', today] });
    expect(checked.code, checked.said).toBe(code);
    expect(verdictOf(checked, 'get.still-served')).toBe(served);
    for (const id of ['auth.required.get', 'auth.unknown-key.get', 'get.ok', 'get.not-found'])
      expect([id, verdictOf(checked, id)]).toEqual([id, found]);
  });

  it('passes limits after 5 December 2030: only lists and creates draw on the quota', async () => {
    const { baseUrl } = await withoutGet();
    const pushed = await push(baseUrl, { keys: { pro: PRO_KEY }, args: ['--today', '2030-12-06'] });
    await expectSound(pushed, 0);
    expect(limitsWith('pass', pushed)).toContain('limit.all-operations');
  });
});
