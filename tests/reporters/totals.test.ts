import { describe, expect, it } from 'vitest';
import { headlineOf } from '../../src/reporters/view/names.ts';
import { totals as totalsOf } from '../../src/reporters/view/totals.ts';
import type { RequirementResult, Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { github, html, junit, markdown, terminal } from './formats.ts';
import { finding, limits, mixed, result, row } from './results.ts';

const totals = (given: Result) => totalsOf(summaryOf(given));
const unasked = (option: string, change: Partial<RequirementResult> = {}) =>
  row({
    id: `limit.${option.slice(2)}`,
    verdict: 'not-applicable',
    reason: `only tested with ${option}`,
    code: 'option-not-given',
    params: { option },
    ...change,
  });
const broken = (id: string, title: string) => (plan: string, message: string) =>
  row({ id, plan, title, verdict: 'fail', findings: [finding({ message })] });

it('a headline for several plans has the numbers of none', () => {
  const headline = (...rows: RequirementResult[]) => headlineOf(summaryOf(result({ requirements: rows })).rows);
  const of = broken('limit.status', 'A refusal is 429');
  expect(headline(of('free', '5 of 68'), of('pro', '5 of 68'))).toBe('5 of 68');
  expect(headline(of('free', '5 of 68'), of('pro', '42'))).toBe('Not fulfilled: “A refusal is 429” (free, pro)');
});

it('a requirement of the check and of limits is named with both', () => {
  const of = broken('rate.counts-every-operation', 'one counter: per plan');
  const both = result({ outcome: 'failed', requirements: [of('pro', 'a'), of('free', 'b'), of('pro', 'c')] });
  const page = html({ result: both, exchanges: [] });
  expect([...page.matchAll(/<h4><a[^>]*>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
    ...['Check, pro', 'Limits, free', 'Limits, pro'],
  ]);
  expect(page.replace(/<[^>]+>/g, '')).toContain('“one counter: per plan” (check: pro; limits: free, pro)');
  for (const text of [terminal(both, { width: 200 }), markdown(both), github(both)])
    for (const place of ['check, pro', 'limits, free', 'limits, pro'])
      expect(text.replaceAll('%2C', ',')).toContain(`rate.counts-every-operation (${place})`);
  expect(terminal({ ...both, run: { ...both.run, command: 'limits' } })).not.toContain('(check, ');
});

it('what needs an extra option is skipped, and every format says which option', () => {
  const forged = unasked('--sustain', { id: 'limit.forged', params: { option: '<b>' } });
  const skipped = row({ id: 'create.ok', verdict: 'not-applicable', reason: 'read-only run', code: 'read-only' });
  const given = result({ requirements: [row(), unasked('--sustain'), unasked('--daily'), forged, skipped] });
  const needed = 'only tested with --sustain or --daily';
  const page = html({ result: given, exchanges: [] }).replace(/<[^>]+>/g, '');
  expect(terminal(given)).toContain(
    `\nSkipped (1), read-only run: create.ok\nSkipped (3), ${needed}: limit.sustain (free),\n  limit.daily (free), limit.forged (free)\n`,
  );
  const text = terminal(given, { verbose: true });
  expect(text).toContain(`\nSkipped: ${needed}\n  only tested with --sustain: limit.sustain`);
  expect(text).toContain('\nSkipped: excluded\n  read-only run: create.ok\n');
  expect(markdown(given)).toContain(`### Skipped: ${needed} (3)`);
  expect(junit(given)).toContain('>skipped: only tested with --daily<');
  for (const words of [`Skipped: ${needed}`, 'skipped: 3 only tested with --sustain or --daily; 1 excluded'])
    expect(page).toContain(words);
});

describe('the numbers beneath a verdict', () => {
  it('count every row once, by its status', () => {
    const [sum, ...numbers] = [...(totals(mixed)[0]?.matchAll(/\d+/g) ?? [])].map(Number);
    expect(sum).toBe(mixed.requirements.length);
    expect(numbers.reduce((all, number) => all + number, 0)).toBe(sum);
  });

  const requests = { ...mixed.requests, sent: 70, byStatus: { '200': 62, '429': 8 }, unplanned429: 1 };
  it('distinguish planned refusals from others, and count requirements of limits per plan', () =>
    expectLines(
      goldenIn(import.meta.dirname)('totals.txt'),
      {
        'a check with refusals': result({ requests }),
        'the limit of a plan': result({ requests, limits: { free: limits() } }),
        'limits of two plans': result({ limits: { free: limits(), pro: limits() } }),
        'an option that was not given': result({ requirements: [row(), unasked('--daily', { level: 'observe' })] }),
      },
      (given) => totals(given).join(' / '),
    ));
});
