import { expect, it } from 'vitest';
import { nextReduction, PER_VIOLATION, reductionsOf, requestOf } from '../../src/explore/reduce.ts';
import { create, list, type ProbeRequest } from '../../src/probes/index.ts';
import { answer, type Draft, trace } from '../trace.ts';

/** Reduces while `shows` says that a request shows the violation; gives the requests that were sent. */
function reduce(first: ProbeRequest, shows: (request: ProbeRequest) => boolean): ProbeRequest[] {
  const drafts: Draft[] = [answer('explore.create-1', { sent: first, status: 500 })];
  for (let sent = 0; sent < 30; sent += 1) {
    const { exchanges } = trace({ exchanges: drafts });
    const violating = exchanges.filter(({ received }) => 'status' in received && received.status === 500);
    const smallest = violating.toSorted((a, b) => JSON.stringify(b.sent).length - JSON.stringify(a.sent).length).at(-1);
    const next = nextReduction(
      exchanges,
      [{ requirement: 'robust.no-server-error', exchanges: [smallest?.seq ?? 0] }],
      false,
    );
    if (next === undefined) break;
    drafts.push(answer(next.probe, { sent: next.request, status: shows(next.request) ? 500 : 201 }));
  }
  return trace({ exchanges: drafts }).exchanges.map(requestOf);
}

const CREATE = create('{"name":"one two three \\u0000 four five six","extra":1,"status":"sold","categoryId":123456}');

it('repeats the request, then drops what the violation does not need, within ten requests', () => {
  const sent = reduce(CREATE, ({ body }) => body?.includes('\\u0000') === true);
  expect(sent[1]?.body).toBe(sent[0]?.body);
  const creates = sent.slice(1).filter(({ method }) => method === 'POST');
  expect(creates.length).toBeLessThanOrEqual(PER_VIOLATION);
  const shown = creates
    .filter(({ body }) => body?.includes('\\u0000'))
    .toSorted((a, b) => (a.body ?? '').length - (b.body ?? '').length);
  expect(shown[0]?.body?.length).toBeLessThan(45);
  expect(shown[0]?.body).not.toContain('extra');
});

it('drops parameters and headers', () => {
  const request = {
    ...list('limit=5&status=sold&x=1'),
    headers: [
      ['Accept', '*/*'],
      ['Accept-Language', 'de'],
    ] as [string, string][],
  };
  const sent = reduce(request, ({ path }) => path.includes('x=1'));
  expect(sent.filter(({ path }) => path.includes('x=1')).at(-1)).toMatchObject({ path: '/pets?x=1' });
});

it('keeps a credential that is under test', () => {
  const request: ProbeRequest = {
    ...list('', 'none'),
    headers: [
      ['X-API-Key', '{key}'],
      ['X-Trace', '1'],
    ],
  };
  expect(reductionsOf(request).map(({ headers }) => headers)).toContainEqual([['X-API-Key', '{key}']]);
});
