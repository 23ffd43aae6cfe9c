import { describe, expect, it } from 'vitest';
import { judgeTrace } from '../../src/judge/check.ts';
import { confirmationFor } from '../../src/judge/confirm.ts';
import { type Confirmation, get } from '../../src/probes/request.ts';
import type { RequirementId } from '../../src/spec/requirements/index.ts';
import { again, answer, type Draft, pet, trace, verdictOn } from '../trace.ts';

const without = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
const odd = answer('list.default', 500);
const gateway = answer('list.default', { status: 502, headers: without, body: { error: 'bad gateway' } });
const fine = answer('list.default');
const before = [answer('list.minimum'), answer('list.maximum')];
const after = [answer('list.status-sold'), answer('get.not-found', 404)];

const verdictOf = (id: RequirementId, exchanges: readonly Draft[]) => verdictOn(id, { exchanges });
const wanted = (...exchanges: Draft[]) => confirmationFor(trace({ exchanges }));

describe('one odd response', () => {
  it.each<[string, readonly Draft[], string]>([
    ['is inconclusive without a confirmation attempt', [...before, odd, ...after], 'inconclusive'],
    ['is inconclusive if the attempt does not repeat it', [...before, odd, ...after, again(fine)], 'inconclusive'],
    ['is a finding if the attempt repeats it', [...before, odd, ...after, again(odd)], 'fail'],
    ['is a finding if it recurs within the run', [...before, odd, ...after, odd, fine], 'fail'],
    ['of an attempt alone is inconclusive', [...before, fine, ...after, again(odd)], 'inconclusive'],
  ])('%s', (_name, exchanges, expected) => {
    expect(verdictOf('robust.no-server-error', exchanges).verdict).toBe(expected);
  });

  it('of a sliding counter whose Reset is more than a window ahead is settled by the attempt', () => {
    const START = 1_800_000_000;
    const at = (ms: number, probe: string, reset: number) =>
      answer(probe, {
        at: ms,
        headers: { Date: new Date(START * 1_000 + ms).toUTCString(), 'X-RateLimit-Reset': START + reset },
      });
    const first = [at(0, 'list.minimum', 103), at(900, 'list.default', 103)];
    const { due } = wanted(...first);
    const begun = trace({ exchanges: first }).exchanges[0]?.received.at ?? 0;
    const attempt = again(at(due - begun + 50, 'list.minimum', 163));
    expect(verdictOf('rate.reset-in-window', [...first, attempt]).verdict).toBe('pass');
  });

  it('of a gateway in JSON counts for no requirement unless it recurs', () => {
    const once = judgeTrace(trace({ exchanges: [...before, gateway, fine, ...after] }));
    expect(once.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const twice = [...before, gateway, gateway, ...after, again(gateway)];
    expect(verdictOf('robust.no-server-error', twice)).toMatchObject({ verdict: 'fail' });
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
    ['passes if nodes may have restarted one after the other', [0, 1_000, 2_000].flatMap((at) => outage(at)), 'pass'],
    ['passes if it asks to come back later', [0, 3_000, 6_000].flatMap((at) => outage(at, busy)), 'pass'],
  ])('%s', (_name, outages, expected) => {
    expect(verdictOf('robust.no-server-error', [...before, fine, ...outages])).toMatchObject({ verdict: expected });
  });

  it('is reported with its share', () => {
    const outages = [0, 3_000, 6_000].flatMap((at) => outage(at));
    const [finding] = verdictOf('robust.no-server-error', [...before, fine, ...outages]).findings;
    expect(finding).toMatchObject({ params: { status: 502, errors: 3, requests: 9 } });
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
    expect(verdictOf('auth.unknown-key.list', exchanges).verdict).toBe(expected);
  });
});

describe('a confirmation attempt', () => {
  it('repeats the request that showed a violation', () => {
    expect(wanted(...before, odd, ...after).violated.map(({ seq }) => seq)).toEqual([3]);
  });

  it('repeats nothing that was accepted and created, and nothing that is proven', () => {
    const accepted = answer('create.rejects.null-name', 201, pet(7));
    const created = answer('create.available', 201, pet(8));
    const shown = ({ violated, early }: Confirmation) => [...violated, ...early].map(({ seq }) => seq);
    expect(shown(wanted(...before, accepted, created))).not.toContain(3);
    expect(shown(wanted(...before, odd, ...after, again(odd)))).not.toContain(3);
  });

  it('looks for an omitted animal by its id', () => {
    const shown = answer('list.maximum', 200, [pet(1), pet(2)]);
    const omitted = answer('list.maximum', { at: 9_000, body: [pet(1)] });
    expect(wanted(shown, omitted).witnesses).toContainEqual({ get: '2' });
    const read = again(answer('witness.get', { sent: get('2'), status: 404 }));
    expect(wanted(shown, omitted, read).witnesses).not.toContainEqual({ get: '2' });
  });
});
