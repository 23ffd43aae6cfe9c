import { describe, expect, it } from 'vitest';
import { confirmationFor } from '../../src/judge/checks/confirmation.ts';
import { judge } from '../../src/judge/checks/judge.ts';
import { judgeTrace } from '../../src/judge/checks/judge-trace.ts';
import { plainRequests } from '../../src/judge/checks/plain.ts';
import { signatureOf } from '../../src/judge/gate/signature.ts';
import type { Finding } from '../../src/rules/outcome.ts';
import type { RequirementId } from '../../src/spec/requirements/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { again, answer, type Draft, pet, trace } from '../trace.ts';

const without = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
const odd = answer('list.default', 500);
const gateway = answer('list.default', { status: 502, headers: without, body: { error: 'bad gateway' } });
const fine = answer('list.default');
const before = [answer('list.minimum'), answer('list.maximum')];
const after = [answer('list.status-sold'), answer('get.not-found', 404)];

const verdictOf = (id: RequirementId, exchanges: readonly Draft[]) =>
  judge(CHECKS, trace({ exchanges })).find((verdict) => verdict.id === id);

describe('one odd response', () => {
  it.each<[string, readonly Draft[], string]>([
    ['is inconclusive without a confirmation attempt', [...before, odd, ...after], 'inconclusive'],
    ['is inconclusive if the attempt does not repeat it', [...before, odd, ...after, again(fine)], 'inconclusive'],
    ['is a finding if the attempt repeats it', [...before, odd, ...after, again(odd)], 'fail'],
    ['is a finding if it recurs within the run', [...before, odd, ...after, odd, fine], 'fail'],
    ['of an attempt alone is inconclusive', [...before, fine, ...after, again(odd)], 'inconclusive'],
  ])('%s', (_name, exchanges, expected) => {
    expect(verdictOf('robust.no-server-error', exchanges)?.verdict).toBe(expected);
  });

  it('is a finding if an attempt shows a Reset that two earlier responses named, and that has passed', () => {
    const START = 1_800_000_000;
    const at = (second: number, probe: string) =>
      answer(probe, {
        at: second * 1_000,
        headers: { Date: new Date((START + second) * 1_000).toUTCString(), 'X-RateLimit-Reset': START },
      });
    const shown = (...exchanges: Draft[]) =>
      verdictOf('rate.reset-in-window', [
        at(0, 'list.minimum'),
        at(1, 'list.default'),
        at(1, 'list.maximum'),
        ...exchanges,
      ])?.verdict;
    expect(shown(again(at(5, 'list.minimum')), again(at(6, 'list.default')))).toBe('fail');
    expect(shown(again(at(5, 'list.minimum')))).toBe('inconclusive');
  });

  it('of a sliding counter whose Reset is more than a window ahead is settled by the attempt, which replaces the first one', () => {
    const START = 1_800_000_000;
    const at = (ms: number, probe: string, reset: number) =>
      answer(probe, {
        at: ms,
        headers: { Date: new Date(START * 1_000 + ms).toUTCString(), 'X-RateLimit-Reset': START + reset },
      });
    const first = [at(0, 'list.minimum', 103), at(900, 'list.default', 103)];
    const { notBefore } = confirmationFor(trace({ exchanges: first }));
    const begun = trace({ exchanges: first }).exchanges[0]?.received.at ?? 0;
    const attempt = again(at(notBefore - begun + 50, 'list.minimum', 163));
    expect(verdictOf('rate.reset-in-window', [...first, attempt])?.verdict).toBe('pass');
  });

  it('of a gateway in JSON counts for no requirement unless it recurs', () => {
    const once = judge(CHECKS, trace({ exchanges: [...before, gateway, fine, ...after] }));
    expect(once.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const twice = [...before, gateway, gateway, ...after, again(gateway)];
    expect(verdictOf('robust.no-server-error', twice)).toMatchObject({ verdict: 'fail' });
    expect(verdictOf('error.schema', twice)?.verdict).toBe('fail');
  });
});

describe('a gateway that fails several times', () => {
  const outage = (at: number, change: object = {}) => [
    answer('list.maximum', { at, status: 502, headers: without, body: { error: 'bad gateway' }, ...change }),
    answer('list.maximum', { at: at + 250 }),
  ];
  const busy = { status: 503, headers: { ...without, 'Retry-After': '1' } };

  it.each<[string, readonly Draft[], string]>([
    ['passes with two outages', [...outage(0), ...outage(60_000)], 'pass'],
    ['is inconclusive if nodes may have restarted', [0, 1_000, 2_000].flatMap((at) => outage(at)), 'inconclusive'],
    ['is a finding if it recurs', [0, 3_000, 6_000].flatMap((at) => outage(at)), 'fail'],
    ['passes if it asks to come back later', [0, 3_000, 6_000].flatMap((at) => outage(at, busy)), 'pass'],
  ])('%s', (_name, outages, expected) => {
    expect(verdictOf('robust.no-server-error', [...before, fine, ...outages])).toMatchObject({ verdict: expected });
  });

  it('is reported with its share', () => {
    const outages = [0, 3_000, 6_000].flatMap((at) => outage(at));
    const [finding] = verdictOf('robust.no-server-error', [...before, fine, ...outages])?.findings ?? [];
    expect(finding).toMatchObject({ params: { status: 502, errors: 3, requests: 9 } });
  });
});

describe('a violation that each attempt shows with another request of the same kind', () => {
  const sold = (status: string) => answer('list.status-sold', { body: [pet(4, { status })] });
  const pending = (status: string) => answer('list.status-pending', { body: [pet(5, { status })] });
  const shown = (second: readonly Draft[]) => [...before, sold('pending'), pending('pending'), ...second];

  it.each<[string, readonly Draft[], readonly [string, string]]>([
    ['is two findings', [again(sold('sold')), again(pending('sold'))], ['fail', 'fail']],
    ['is inconclusive if it is seen once', [again(sold('sold')), again(pending('pending'))], ['inconclusive', 'pass']],
    [
      'is inconclusive if the other response is an error',
      [again(sold('sold')), again(answer('list.status-pending', 500))],
      ['inconclusive', 'inconclusive'],
    ],
  ])('%s', (_name, second, expected) => {
    const verdicts = ['list.status-filter.sold', 'list.status-filter.pending'] as const;
    expect(verdicts.map((id) => verdictOf(id, shown(second))?.verdict)).toEqual(expected);
  });
});

describe('a violation that only a request with additions shows', () => {
  const badStatus = 'status=%73old&limit=3&storecheck=%FF';
  const unusual = answer('list.status-with-limit', {
    status: 200,
    body: [pet(4)],
    sent: { path: `/pets?${badStatus}` },
  });
  const plainly = (body: unknown) =>
    answer('list.status-with-limit.plain', {
      status: 200,
      body,
      sent: {
        operation: 'listPets',
        method: 'GET',
        path: '/pets?status=sold&limit=3',
        credential: 'key',
        headers: [['Accept', 'application/json']],
        body: null,
      },
    });
  const shown = [...before, unusual, ...after, again(unusual)];
  const findingsOf = (exchanges: readonly Draft[]) =>
    judgeTrace(trace({ exchanges })).find(({ id }) => id === 'list.status-with-limit')?.findings;
  const requestsFor = (exchanges: readonly Draft[]) => {
    const run = trace({ exchanges });
    return plainRequests(judgeTrace(run), run).map(({ probe, request }) => `${probe} ${request.path}`);
  };

  it('is tried once with the plain request', () => {
    expect(requestsFor(shown)).toEqual(['list.status-with-limit.plain /pets?status=sold&limit=3']);
    expect(requestsFor([...shown, again(plainly([pet(4)]))])).toEqual([]);
    expect(requestsFor([...shown, again(plainly([]))])).toEqual([]);
  });

  it('is shown by the plain request if that shows it, too, with the same signature', () => {
    const [first] = findingsOf(shown) ?? [];
    const [finding, ...more] = findingsOf([...shown, again(plainly([pet(4)]))]) ?? [];
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      exchanges: [shown.length + 1],
      params: { request: 'GET /pets?status=sold&limit=3' },
    });
    const signed = (one: Finding | undefined) => signatureOf('list.status-with-limit', one === undefined ? [] : [one]);
    expect(signed(finding)).toBe(signed(first));
  });

  it('says so if the plain request does not show it', () => {
    const right = plainly([pet(4, { status: 'sold' })]);
    expect(findingsOf([...shown, again(right)])).toMatchObject([
      {
        params: { request: `GET /pets?${badStatus}` },
        actual: expect.stringMatching(
          /; the plain request GET \/pets\?status=sold&limit=3 did not show it in one attempt$/,
        ),
      },
    ]);
  });

  it('says nothing of it if a request without additions showed the violation before', () => {
    const path = '/pets?status=sold&limit=3';
    const seen = answer('list.status-with-limit', { status: 200, body: [pet(4)], sent: { path } });
    const right = plainly([pet(4, { status: 'sold' })]);
    const findings = findingsOf([...before, seen, ...shown, again(right)]) ?? [];
    expect(findings.map(({ params }) => params['request'])).toContain(`GET /pets?${badStatus}`);
    expect(findings.filter(({ actual }) => actual.includes('the plain request'))).toEqual([]);
  });

  it('is not tried if a request without additions shows it, or nothing fails', () => {
    const refused = answer('auth.none.list', { status: 401, headers: { 'Content-Type': null }, body: '' });
    const bare = answer('auth.unknown.list', { status: 401, headers: { 'Content-Type': null }, body: '' });
    const probes = (...exchanges: Draft[]) => requestsFor([...before, ...exchanges]).join();
    expect(probes(refused, again(refused))).toContain('auth.none.list.plain /pets');
    expect(probes(refused, bare, again(refused), again(bare))).toMatch(/^auth\.none\.list\.plain \/pets$/);
    expect(probes(bare, again(bare))).toBe('');
    expect(probes(...after)).toBe('');
  });
});

describe('animals for an unknown key, once', () => {
  const leak = answer('auth.unknown.list', 200, [pet(1)]);
  const refused = answer('auth.unknown.list', 401);

  it.each<[string, Draft, string]>([
    ['are a finding at once, because nothing else explains them', leak, 'fail'],
    ['are inconclusive if the body has none', answer('auth.unknown.list', 200, []), 'inconclusive'],
  ])('%s', (_name, shown, expected) => {
    const exchanges = [...before, shown, ...after, again(refused)];
    expect(verdictOf('auth.unknown-key.list', exchanges)?.verdict).toBe(expected);
  });
});

describe('a confirmation attempt', () => {
  const wanted = (...exchanges: Draft[]) => confirmationFor(trace({ exchanges }));

  it('repeats the request that showed a violation, not before an outage is over', () => {
    const { requests, notBefore } = wanted(...before, odd, ...after);
    expect(requests).toEqual([3]);
    const shown = trace({ exchanges: [...before, odd] }).exchanges[2];
    expect(notBefore).toBe((shown?.received.at ?? 0) + 3_000);
  });

  it('repeats nothing that was accepted and created, nor what was repeated', () => {
    const accepted = answer('create.rejects.null-name', 201, pet(7));
    const created = answer('create.available', 201, pet(8));
    expect(wanted(...before, accepted, created).requests).not.toContain(3);
    expect(wanted(...before, odd, ...after, again(fine)).requests).not.toContain(3);
  });
});
