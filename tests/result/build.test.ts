import { describe, expect, it } from 'vitest';
import type { EndedTrace } from '../../src/exchange/index.ts';
import { judge } from '../../src/judge/checks/judge.ts';
import { markedName } from '../../src/probes/index.ts';
import { buildResult } from '../../src/result/build.ts';
import { CHECKS } from '../../suites/index.ts';
import { again, answer, type Draft, type Given, lost, pet, pets, SETTINGS, trace } from '../trace.ts';

const built = (given: Given | EndedTrace) => {
  const run = 'head' in given ? given : trace(given);
  return buildResult(run, { verdicts: judge(CHECKS, run) }, ['must']);
};

const dated = (date: string): Given => ({
  exchanges: [answer('list.minimum', { headers: { Date: date } })],
});

describe('results.json', () => {
  it.each<[string, Draft[], RegExp, boolean]>([
    [
      'that repeats its last exchange',
      [answer('list.minimum', 200, pets(2))],
      /'http:\/\/127.0.0.1:8080\/v1\/pets\?limit=1'$/,
      false,
    ],
    ['with the timeout of the run', [lost('list.maximum', { lost: 'TIMEOUT' })], /^curl -i --max-time 0\.5 /, false],
    ['that can create, despite a refusal', [answer('create.rejects.unknown-status', 409, {})], /POST/, true],
  ])('adds to each finding the curl line %s', (_what, shown, line, creates) => {
    const exchanges = [...shown, ...shown.map(again), answer('list.default', 200, pets(1))];
    const { requirements } = built({ settings: { timeoutMs: 500 }, exchanges });
    const printed = requirements.flatMap(({ findings }) => findings).filter(({ curl }) => curl !== undefined);
    expect(printed.length).toBeGreaterThan(0);
    for (const finding of printed)
      expect([finding.curl, finding.creates === true]).toEqual([expect.stringMatching(line), creates]);
  });

  it.each<[string, Draft[], boolean]>([
    ['the same URL was read with the key before', [], true],
    [
      'the same URL was refused with another wrong key',
      [answer('auth.appended', { status: 401, sent: { headers: [['Authorization', '{key}x9']] } })],
      false,
    ],
    ['a URL that was never read was accepted, too', [answer('auth.none.list', 200, [])], false],
  ])('repeats the read before a request that must be refused, or not: %s', (_, more, isTwo) => {
    const open = answer('auth.empty-token', 200, []);
    const { requirements } = built({
      exchanges: [answer('list.minimum', 200, []), open, ...more, again(open)],
    });
    const curl = requirements.find(({ id }) => id === 'auth.empty-token')?.findings[0]?.curl ?? '';
    const read = "curl -s -o /dev/null -H 'Accept: application/json' 'http://127.0.0.1:8080/v1/pets?limit=1' && ";
    expect([curl.startsWith(read), curl.replace(read, '')]).toEqual([isTwo, expect.stringMatching(/^curl -i [^&]*$/)]);
  });

  it('lists every animal that a create may have stored, even if its response was lost', () => {
    const { residue } = built({
      exchanges: [
        answer('create.available', 201, pet(7)),
        lost('create.sold'),
        answer('create.rejects.null-name', 400),
        answer('create.rejects.missing-name', 201, pet(8)),
      ],
    });
    expect(residue.map(({ id, probe }) => [id, probe])).toEqual([
      ['7', 'create.available'],
      [null, 'create.sold'],
      ['8', 'create.rejects.missing-name'],
    ]);
  });

  it('lists every animal with its mark that a list shows, however it was stored', () => {
    const [lostName, refused] = ['create.available', 'create.rejects.unknown-status'].map((probe) => ({
      name: markedName(SETTINGS, probe),
    }));
    const { residue } = built({
      exchanges: [
        lost('create.available'),
        answer('create.rejects.unknown-status', 400),
        answer('list.maximum', 200, [pet(6), pet(7, lostName), pet(8, refused), pet(9, lostName)]),
        answer('list.maximum', 200, [pet(8, refused)]),
      ],
    });
    expect(residue.map(({ id, probe, exchange, shownIn }) => [id, probe, exchange, shownIn])).toEqual([
      ['7', 'create.available', 1, 3],
      ['8', 'create.rejects.unknown-status', 2, 3],
      ['9', 'create.available', 1, 3],
    ]);
  });

  it('quotes the row of the plan from the table of limits, and both parameters of a requirement about both', () => {
    const { requirements } = built({ settings: { plan: 'pro' }, exchanges: [answer('list.minimum')] });
    const quote = (id: string) => requirements.find((row) => row.id === id)?.quote;
    expect(quote('rate.counts-every-operation')).toBe('Pro: requests per minute 300, requests per day 10,000');
    expect(quote('list.status-with-limit')).toMatch(/^limit: type integer, .*; status: type string .*, meaning Filter/);
  });

  it('counts answers by status', () => {
    const { requests } = built({
      exchanges: [answer('list.minimum'), answer('list.maximum', 429), lost('list.default')],
    });
    expect(requests).toMatchObject({ sent: 3, byStatus: { '200': 1, '429': 1, 'no answer': 1 }, unplanned429: 1 });
  });

  it.each<[string, Given, string[]]>([
    ['nothing of an ordinary run', { exchanges: [answer('list.minimum')] }, []],
    ['a partial run', { settings: { only: ['list.*'] } }, ['partial']],
    ['nothing of a read-only run: the verdict says it', { settings: { readOnly: true } }, []],
    ['a run that was cut off', { end: null }, ['cut-off']],
    ['a clock that is minutes behind', dated('Sat, 21 Nov 2026 11:57:00 GMT'), ['clock behind']],
    ['a clock that is minutes ahead', dated('Sat, 21 Nov 2026 12:03:00 GMT'), ['clock ahead of']],
    ['the days until the removal', { settings: { today: '2030-12-04' } }, ['removal 1']],
    ['the last day of the watch', { settings: { today: '2030-06-08' } }, ['removal 180']],
    ['nothing the day before the watch', { settings: { today: '2030-06-07' } }, []],
    ['nothing from the day of the removal on', { settings: { today: '2030-12-05' } }, []],
  ])('warns of %s', (_what, given, codes) => {
    const said = built(given).notes.map(({ code, params }) => `${code} ${params['direction'] ?? params['days'] ?? ''}`);
    expect(said.map((one) => one.trim())).toEqual(codes);
  });

  it('names the mistake of a set-up that stopped the run, and passes nothing', () => {
    const result = built({ exchanges: [lost('list.minimum', { lost: 'ECONNREFUSED' })], end: 'set-up' });
    expect(result).toMatchObject({ outcome: 'incomplete', exitCode: 3, setUp: { code: 'unreachable' } });
    expect(result.requirements.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
  });
});
