import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { headlineOf } from '../../src/reporters/view/names.ts';
import { totals as totalsOf } from '../../src/reporters/view/totals.ts';
import type { Result } from '../../src/result/result.ts';
import { statusOf } from '../../src/result/summary/status.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { github, html, junit, markdown, terminal } from './formats.ts';
import { finding, limits, mixed, result, row } from './results.ts';

type Row = ReturnType<typeof row>;
const totals = (given: Result) => totalsOf(summaryOf(given));
const unasked = row({
  id: 'limit.sustained',
  verdict: 'not-applicable',
  reason: 'only tested with --sustain',
  code: 'option-not-given',
});
const { code: _, ...other } = unasked;

it('a headline for several plans has the numbers of none', () => {
  const broken = (plan: string, message: string) =>
    row({ plan, id: 'limit.status', title: 'A refusal is 429', verdict: 'fail', findings: [finding({ message })] });
  const headline = (...rows: Row[]) => headlineOf(summaryOf(result({ requirements: rows })).rows);
  expect(headline(broken('free', '5 of 68'))).toBe('5 of 68');
  expect(headline(broken('free', '5 of 68'), broken('pro', '5 of 68'))).toBe('5 of 68');
  expect(headline(broken('free', '5 of 68'), broken('pro', '42 of 309'))).toBe(
    'Not fulfilled: “A refusal is 429” (free, pro)',
  );
});

const plain = { paint: PLAIN, width: 200, verbose: false, folder: 'reports/run-1', called: 'storecheck' };

it('a requirement of the check and of limits is named with both', () => {
  const broken = (plan: string, message: string) =>
    row({
      plan,
      id: 'rate.counts-every-operation',
      title: 'one counter: per plan',
      verdict: 'fail',
      findings: [finding({ message })],
    });
  const requirements = [broken('pro', 'a'), broken('free', 'b'), broken('pro', 'c')];
  const both = result({ outcome: 'failed', requirements });
  expect(headlineOf(summaryOf(both).rows)).toBe(
    'Not fulfilled: “one counter: per plan” (check: pro; limits: free, pro)',
  );
  expect(
    [...html({ result: both, exchanges: [] }).matchAll(/<h4><a[^>]*>([^<]*)/g)].map(([, heading]) => heading),
  ).toEqual(['Check, pro', 'Limits, free', 'Limits, pro']);
  for (const text of [terminal(both, plain), markdown(both), github(both)])
    for (const place of ['check, pro', 'limits, free', 'limits, pro'])
      expect(text.replaceAll('%2C', ',')).toContain(`rate.counts-every-operation (${place})`);
  const limitsOnly = { ...both, run: { ...both.run, command: 'limits' } };
  expect(terminal(limitsOnly, plain)).not.toContain('(check, ');
});

/** The text of the HTML report. */
const pageOf = (given: Result) => html({ result: given, exchanges: [] }).replace(/<[^>]*>/g, '');

it('what needs an extra option is skipped, and every format says which option', () => {
  const daily = { ...unasked, id: 'limit.daily', reason: 'only tested with --daily', params: { option: '--daily' } };
  const forged = { ...unasked, id: 'limit.forged', params: { option: '<b>' } };
  const skipped = row({ id: 'create.ok', verdict: 'not-applicable', reason: 'read-only run', code: 'read-only' });
  const requirements = [row(), { ...unasked, params: { option: '--sustain' } }, daily, forged, skipped];
  const given = result({ requirements });
  const needed = 'they need --sustain or --daily; --fail-on skipped does not count them';
  expect(terminal(given, plain)).toContain(`\nSkipped: ${needed}\n  only tested with --sustain: limit.sustained`);
  expect(terminal(given, plain)).toContain('\nSkipped: excluded\n  read-only run: create.ok\n');
  expect(markdown(given)).toContain(`### Skipped: ${needed} (3)`);
  expect(pageOf(given)).toContain(`Skipped: ${needed}`);
  expect(junit(given)).toContain('>skipped: only tested with --daily<');
  expect(summaryOf(given).counts.skipped).toBe(4);
  expect(totals(given)).toContain(' 4 skipped (3 without --sustain or --daily; 1 excluded);');
  expect(pageOf(given)).toContain('skipped: 3 without --sustain or --daily; 1 excluded');
});

it('the report lists every requirement that needs an option, also one that is not a must', () => {
  const ban = { ...unasked, id: 'limit.ban', level: 'observe', params: { option: '--ban' } } as const;
  const given = result({ requirements: [row(), ban] });
  expect(totals(given)).toContain(' 1 skipped (it needs --ban);');
  expect(pageOf(given)).toContain('Skipped: it needs --ban; --fail-on skipped does not count them');
});

describe('the numbers beneath a verdict', () => {
  it('count every row once, by its status', () => {
    const numbers = [...(totals(mixed).split(';', 1).join('').split(': ').at(-1)?.matchAll(/\d+/g) ?? [])].map(Number);
    expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(mixed.requirements.length);
  });

  it.each([
    ['an experiment that was not asked for', unasked, 'skipped'],
    ['one that does not apply', { ...other, reason: 'no second key was given' }, 'not-applicable'],
  ] as const)('%s is told apart', (_name, one, status) => {
    expect(statusOf(one, mixed)).toBe(status);
  });

  it('distinguish planned refusals from others', () => {
    const requests = { ...mixed.requests, sent: 70, byStatus: { '200': 62, '429': 8 }, unplanned429: 1 };
    expect(totals(result({ requests, limits: { free: limits() } }))).toContain(
      '7 refused on purpose, 1 unexpected 429',
    );
    expect(totals(result({ requests }))).not.toContain('on purpose');
  });

  it('state that a requirement counts once per plan', () => {
    const pushed = { free: limits(), pro: limits() };
    expect(totals(result({ limits: pushed }))).toMatch(
      /^1 result \(requirements of limits count once per plan\): 1 passed/,
    );
    expect(totals(result({ limits: { free: limits() } }))).toMatch(/^1 result: /);
  });
});
