import { describe, expect, it } from 'vitest';
import { diffText } from '../../src/cli/console/diff-text.ts';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { diffResults } from '../../src/result/diff.ts';
import type { Result } from '../../src/result/result.ts';
import { goldenIn } from '../golden.ts';
import { fits, step } from '../reporters/capacity-results.ts';
import { failing, limits, result, row } from '../reporters/results.ts';

const golden = goldenIn(import.meta.dirname);

const good = result({
  requirements: [
    row({ id: failing.id }),
    row({ id: 'list.order', level: 'observe', verdict: 'observed', value: 'newest first' }),
  ],
});
const { target, settings } = good;
const bad = result({
  outcome: 'failed',
  requirements: [
    failing,
    row({ id: 'list.order', level: 'observe', verdict: 'observed', value: 'none seen' }),
    row({ id: 'list.schema' }),
  ],
  target: { ...target, name: 'production', baseUrl: `https://${'long.'.repeat(30)}example.com/v1` },
  settings: { ...settings, plan: 'pro', readOnly: true },
});

const shown = (a: Result, b: Result, width = 80) => diffText(diffResults(a, b), { paint: PLAIN, width });

describe('the text of a comparison', () => {
  it('shows both sides and the changes, and whether B is worse', async () => {
    await expect(shown(good, bad)).toMatchFileSnapshot(golden('diff-text-shows-both-sides-what-changed.txt'));
  });

  it('groups rows without a verdict by reason, and shows only the changed part of an observation', () => {
    const creates = ['create.echo', 'create.text', 'create.int64'].map((id) => row({ id }));
    const reason = 'read-only run: creates are skipped';
    const codes = (a: string, b: string) =>
      row({ id: 'error.codes', level: 'observe', verdict: 'observed', value: { x: ['0'], a: [a], b: [b], c: [a] } });
    const before = result({ requirements: [...creates, codes('1', '1')] });
    const after = result({
      requirements: [
        ...creates.map((one) => ({ ...one, verdict: 'not-applicable' as const, reason })),
        codes('2', '3'),
      ],
    });
    const text = shown(before, after);
    expect(text).toContain(
      `No longer judged (3)\n  passed → not applicable (3): ${reason}\n      create.echo, create.text,`,
    );
    expect(text).toContain('error.codes  a, c: ["1"] → ["2"]; b: ["1"] → ["3"]');
  });

  it('calls a requirement skipped that the report calls skipped', () => {
    const skipped = row({ verdict: 'not-applicable', code: 'key-not-in-url', reason: 'no URL contained the key' });
    const [before, after] = [result({ requirements: [row()] }), result({ requirements: [skipped] })];
    expect(shown(before, after)).toContain('passed → skipped');
    expect(shown(after, before)).toContain('skipped → passed');
  });

  it('separates what one side did not send from what the service changed', () => {
    const unsent = { verdict: 'not-applicable', code: 'read-only', reason: 'read-only run' } as const;
    const complete = result({ requirements: [failing, row({ id: 'create.echo' })] });
    const reads = result({ requirements: [row({ id: failing.id, ...unsent }), row({ id: 'create.echo', ...unsent })] });
    expect(shown(complete, reads)).toContain('Not sent in B (2)\n');
    expect(shown(complete, reads)).not.toMatch(/No longer judged|not applicable/);
    const text = shown(reads, complete, 120);
    expect(text).toMatch(/Violations, not sent in A \(1\)\n.*Passing, not sent in A \(1\)\n/s);
    expect(text).not.toMatch(/New violations|Now passing/);
    expect(text).toContain('\n0 new violations, 1 violation not sent in A, 0 newly inconclusive');
  });

  it('begins with new violations, and counts the musts among them', () => {
    const other = { ...failing, id: 'list.order', level: 'should' as const };
    const good = [row({ id: failing.id }), row({ id: other.id, level: 'should' })];
    const passing = result({ requirements: [{ ...failing, id: 'list.ok' }, ...good] });
    const after = result({ requirements: [row({ id: 'list.ok' }), failing, other] });
    expect(shown(passing, after)).toMatch(/New violations \(2, musts: 1\)\n.*Fixed \(1\)\n/s);
  });

  it('rounds measured fractions, and no whole number', () => {
    const headroom = (headroom: number, knee: number) =>
      result({ requirements: [row({ id: 'capacity.headroom', verdict: 'observed', value: { headroom, knee } })] });
    const text = shown(headroom(0.5099009900990099, 123_456), headroom(1, 130.24567), 200);
    expect(text).toContain(
      'within the objectives: 0.5099 → 1; requests/s above which responses fall behind: 123456 → 130.2',
    );
  });

  it('shows no null', () => {
    const knee = (knee: number | null) =>
      result({ requirements: [row({ id: 'capacity.headroom', verdict: 'observed', value: { knee } })] });
    expect(shown(knee(null), knee(130), 200)).toContain('responses fall behind: none → 130');
  });

  it('compares no capacity runs with different questions', () => {
    const { capacity } = fits;
    const [one, two, three] = [150, 150, 30].map((seconds, index) => {
      const steps = [step(1, 28, { planned: 48 * seconds })];
      const plans = capacity?.projection.plans.map((plan) => ({
        ...plan,
        changed: { value: 300 + index, origin: '' },
      }));
      return { ...fits, capacity: { ...capacity, steps, projection: { ...capacity?.projection, plans } } } as Result;
    });
    if (one === undefined || two === undefined || three === undefined) throw new Error('no runs');
    const text = shown(two, three, 120);
    expect(text).toMatch(/^change +free 60 → 301, pro 300 → 301 +free 60 → 302, pro 300 → 302$/m);
    expect(text).toMatch(/^peak +48 requests\/s +48 requests\/s$/m);
    expect(text).toMatch(/^step length +150 s +30 s$/m);
    expect(text).toContain('NOT COMPARABLE: the runs differ in change, step length.');
    expect(text).not.toMatch(/WORSE|Fixed/);
    expect(shown(one, one)).toContain('NOT WORSE');
    expect(shown(good, bad)).not.toContain('step length');
  });

  it.each<[string, Partial<Result>]>([
    ['rerun', { rerun: { of: 'run-0', nowPassing: [], stillFailing: [failing.id], unproven: [] } }],
    ['partial run (--only or --skip)', {}],
  ])('does not compare what a %s skipped', (name, rest) => {
    const skipped = row({ id: 'list.schema', verdict: 'inconclusive', code: 'not-selected', reason: 'not selected' });
    const [part, full] = [
      result({ requirements: [failing, skipped], ...rest }),
      result({ requirements: [failing, row({ id: 'list.schema' })] }),
    ];
    const text = shown(full, part, 120);
    expect(text).toContain(`note: B is a ${name} of 1 requirement; 1 other is not compared`);
    expect(text).toContain('0 new violations, 0 newly inconclusive, 0 fixed, 1 remaining violation   (exit 0)');
    expect(shown(part, full, 120)).toContain(`note: A is a ${name} of 1 requirement`);
  });

  it.each([
    ['standard', 7, 'B explored and A did not: a new violation may be old'],
    [7, 'standard', 'A explored and B did not: a fixed violation may still be there'],
    [7, 8, 'the explorations have different seeds'],
  ] as const)('notes the depths %s and %s', (a, b, note) => {
    const at = (seed: number | 'standard') =>
      result(seed === 'standard' ? {} : { settings: { ...settings, exploration: { seed, requests: 300 } } });
    expect(shown(at(a), at(b), 120)).toContain(`note: ${note}`);
    expect(shown(at(a), at(a), 120)).not.toContain('note:');
  });

  it('is worse if a waiver is gone and nothing was fixed', () => {
    const waiver = { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 };
    const [waived, open] = [result({ requirements: [{ ...failing, waiver }] }), result({ requirements: [failing] })];
    expect(shown(waived, open)).toMatch(/list\.limit-honoured \(no longer waived\).*WORSE: B is worse than A/s);
    expect(shown(open, waived)).toMatch(/list\.limit-honoured \(waived\).*NOT WORSE/s);
    expect(shown(open, open)).toContain('NOT WORSE');
  });

  it('prints the violations that only one of two runs shows, with their messages', () => {
    const shows = (...codes: string[]) =>
      result({
        requirements: [
          {
            ...failing,
            findings: failing.findings.flatMap((one) =>
              codes.map((code) => ({ ...one, code, message: `shows ${code}` })),
            ),
          },
        ],
      });
    const head = 'Remaining violations, with another finding (1)\n  list.limit-honoured\n';
    expect(shown(shows('a', 'b', 'c'), shows('a', 'd'))).toContain(
      `${head}      only in A: shows b (and 1 more)\n      only in B: shows d\n\nNOT WORSE`,
    );
    expect(shown(shows('a'), shows('a', 'd'))).toContain(`${head}      only in B: shows d\n\nNOT WORSE`);
  });

  it('counts waived requirements apart from failed musts', () => {
    const waiver = { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 };
    const mixed = [
      failing,
      { ...failing, id: 'list.ok', waiver },
      { ...failing, id: 'list.order', level: 'should' as const, waiver },
    ];
    const text = shown(result({ requirements: [failing] }), result({ requirements: mixed }));
    expect(text).toMatch(/^failed {7}1 must result +1 must result$/m);
    expect(text).toMatch(/^waived {7}0 \(any level\) +2 \(any level\)$/m);
  });

  it('names warnings as such', () => {
    const warned = { ...failing, level: 'should' as const };
    const before = result({ requirements: [row({ id: failing.id, level: 'should' })] });
    const after = result({ requirements: [warned] });
    expect(shown(before, after)).toContain('passed → warning (should)');
    expect(shown(after, after, 120)).toContain('1 remaining violation (1 warning)');
    const waiver = { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 };
    expect(shown(result({ requirements: [{ ...warned, waiver }] }), after)).toMatch(
      /list\.limit-honoured \(warning, no longer waived\).*NOT WORSE/s,
    );
  });

  it('counts new failures and notes other plans and windows', () => {
    const { run } = good;
    const pushed = (rest: Partial<Result>) => result({ ...good, run: { ...run, command: 'limits' }, ...rest });
    const burst = row({ id: 'limit.status', plan: 'free' });
    const before = pushed({ requirements: [burst], limits: { free: limits(), pro: limits() } });
    const after = pushed({
      requirements: [{ ...burst, verdict: 'inconclusive' }],
      limits: { free: limits() },
      settings: { ...settings, windowSeconds: 6 },
    });
    const text = shown(before, after);
    expect(text).toMatch(/^plans {8}free, pro +free$/m);
    expect(text).toMatch(/^window {7}60 s +6 s$/m);
    expect(text).toContain('note: the runs have different windows');
    expect(text).toContain('note: the runs have different plans');
    expect(text).toContain(
      'WORSE: B is worse than A.\n0 new violations, 1 newly inconclusive, 0 fixed, 0 remaining violations',
    );
  });

  it('compares plans as sets, and states if the commands differ', () => {
    const { run } = good;
    const both = { free: limits(), pro: limits() };
    const before = result({ run: { ...run, command: 'limits' }, limits: both });
    const after = result({ run: { ...run, command: 'run' }, limits: both, settings: { ...settings, plan: 'pro' } });
    const text = shown(before, after, 120);
    expect(text).not.toContain('different plans');
    expect(text).toContain('note: A is a `limits` run and B a `run` run\n');
  });

  it('counts many requirements of one side by area', () => {
    const more = ['auth.a', 'auth.b', 'list.a', 'list.b', 'list.c', 'get.a'].map((id) => row({ id }));
    const text = shown(result({ requirements: [] }), result({ requirements: more }));
    expect(text).toContain('Only in B: 6 requirements (auth 2, list 3, get 1)\n');
    const plans = ['free', 'pro', 'business'].flatMap((plan) =>
      ['limit.status', 'limit.headers'].map((id) => row({ id, plan })),
    );
    expect(shown(result({ requirements: [] }), result({ requirements: plans }))).toContain(
      'Only in B: 6 results of 2 requirements (limit 6)\n',
    );
  });

  it('shows large numbers of musts in full', () => {
    const many = (verdict: 'pass' | 'fail' | 'inconclusive', count: number) =>
      Array.from({ length: count }, (_, index) => row({ id: `${verdict}.${index}`, verdict }));
    const large = result({ requirements: [...many('pass', 119), ...many('fail', 30), ...many('inconclusive', 34)] });
    const text = shown(large, large);
    for (const line of [
      /^passed {7}119 of 183 must results +119 of 183 must results$/m,
      /^failed {7}30 must results +30 must results$/m,
      /^inconclusive 34 must results +34 must results$/m,
    ])
      expect(text).toMatch(line);
  });

  it.each([60, 80, 120])('fits into %s columns', (width) => {
    for (const line of `${shown(good, bad, width)}${shown(bad, good, width)}`.split('\n'))
      expect(line.length).toBeLessThanOrEqual(width);
  });

  it('contains no control characters', () => {
    const evil = '\u001b[2J\u202e\u0007\r';
    const hostile = result({
      requirements: [
        row({ id: 'list.ok', verdict: 'inconclusive', reason: evil }),
        row({ id: 'list.order', level: 'observe', verdict: 'observed', value: evil }),
        row({ id: evil, verdict: 'fail', title: evil, findings: failing.findings }),
        row({ id: `limit.${evil}`, plan: evil }),
      ],
      target: { ...target, name: evil, baseUrl: evil },
      run: { ...good.run, id: evil, command: evil },
    });
    const text = shown(
      result({ requirements: [row(), row({ id: 'list.order', level: 'observe', verdict: 'observed', value: 'x' })] }),
      hostile,
    );
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain('\\u{1b}');
  });
});
