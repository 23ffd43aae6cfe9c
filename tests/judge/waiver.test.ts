import { describe, expect, it } from 'vitest';
import type { WaiverProblem } from '../../src/judge/gate/schema.ts';
import { signatureOf } from '../../src/judge/gate/signature.ts';
import { applyWaivers, type WaiverEntry } from '../../src/judge/gate/waiver.ts';
import type { VerdictKind } from '../../src/judge/verdict.ts';

const A = 'a00000000001';
const B = 'b00000000002';
const CHALLENGE = 'auth.www-authenticate';

const entry = (change: Partial<WaiverEntry> = {}): WaiverEntry => ({
  requirement: 'list.schema',
  signature: A,
  reason: 'fixed in 4.2',
  owner: 'team-store',
  expires: '2026-12-31',
  line: 12,
  ...change,
});

interface Row {
  readonly id: string;
  readonly level: 'must' | 'should';
  readonly verdict: VerdictKind;
  readonly plan: string;
  readonly signature?: string;
  readonly findings: readonly { readonly code?: string; readonly message: string }[];
}

const named = (id: string, plan: string) =>
  ({ id, plan, level: id === CHALLENGE ? 'should' : 'must', findings: [] }) as const;

const fail = (id: string, signature = A, plan = 'free'): Row => ({ ...named(id, plan), verdict: 'fail', signature });
const other = (id: string, verdict: VerdictKind, plan = 'free'): Row => ({ ...named(id, plan), verdict });

const applied = (rows: readonly Row[], entries: readonly WaiverEntry[]) =>
  applyWaivers(rows, entries, { target: 'staging', today: '2026-11-21' });

type Case = readonly [
  sentence: string,
  rows: readonly Row[],
  entries: readonly WaiverEntry[],
  /** Ids whose finding is accepted. */
  accepted: readonly string[],
  flaws: readonly WaiverProblem['flaw'][],
];

const schema = fail('list.schema');
const passing = other('list.schema', 'pass');
const ofLists = entry({ requirement: 'list.*' });
const ofCreates = entry({ requirement: 'create.rejects.*' });
const both = [fail('create.rejects.null-name'), fail('create.rejects.empty-body', B)];

describe('what a waiver accepts, and its flaw', () => {
  it.each<Case>([
    ['of the finding', [schema], [entry()], ['list.schema'], []],
    ['on its last day', [schema], [entry({ expires: '2026-11-21' })], ['list.schema'], []],
    ['the day after', [schema], [entry({ expires: '2026-11-20' })], [], ['expired']],
    ['that is expired, though nothing fails', [passing], [entry({ expires: '2026-11-20' })], [], ['expired']],
    ['of what passes', [passing], [entry()], [], ['unused']],
    ['of an observation', [other('list.order', 'observed')], [entry({ requirement: 'list.order' })], [], ['unused']],
    ['of an unknown requirement', [schema], [entry({ requirement: 'list.shema' })], [], ['no-such-requirement']],
    [
      'of nothing for another target',
      [schema],
      [entry({ requirement: 'nothing.*', target: 'production' })],
      [],
      ['no-such-requirement'],
    ],
    ['of more than the run sees', [fail('list.schema', B)], [entry({ signature: `${A}-${B}` })], ['list.schema'], []],
    ['of fewer violations than there are', [fail('list.schema', `${A}-${B}`)], [entry()], [], ['other-signature']],
    ['of another finding', [fail('list.schema', B)], [entry()], [], ['other-signature']],
    ['of missing evidence', [other('list.schema', 'inconclusive')], [entry()], [], []],
    ['of what does not apply', [other('list.schema', 'not-applicable')], [entry()], [], []],
    ['of what is not in the run', [other('list.ok', 'pass')], [entry()], [], []],
    ['for another target', [schema], [entry({ target: 'production' })], [], []],
    ['for another target, expired', [schema], [entry({ target: 'production', expires: '2020-01-01' })], [], []],
    ['for this target', [schema], [entry({ target: 'staging' })], ['list.schema'], []],
    ['for another plan', [schema], [entry({ plan: 'pro' })], [], []],
    [
      'for one of two plans',
      [fail('limit.status', A, 'free'), fail('limit.status', A, 'pro')],
      [entry({ requirement: 'limit.status', plan: 'pro' })],
      ['limit.status (pro)'],
      [],
    ],
    [
      'of a pattern with both signatures',
      [...both, schema],
      [entry({ requirement: 'create.rejects.*', signature: `${A}-${B}` })],
      ['create.rejects.null-name', 'create.rejects.empty-body'],
      [],
    ],
    ['of a pattern and one signature', both, [ofCreates], ['create.rejects.null-name'], []],
    ['of a pattern that passes', [passing, other('list.ok', 'pass')], [ofLists], [], ['unused']],
    ['of a pattern that is partly inconclusive', [passing, other('list.ok', 'inconclusive')], [ofLists], [], []],
    ['beside another', [fail('list.schema', B)], [entry(), entry({ signature: B, line: 20 })], ['list.schema'], []],
    [
      'beside others of its own flaws',
      [schema],
      [entry(), entry({ requirement: 'list.ok', line: 20 }), entry({ expires: '2020-01-01', line: 28 })],
      ['list.schema'],
      ['expired'],
    ],
  ])('%s', (_sentence, rows, entries, accepted, flaws) => {
    const { rows: after, problems } = applied(rows, entries);
    const waived = after.filter(({ waiver }) => waiver !== undefined);
    const perPlan = accepted.filter((name) => name.includes('('));
    expect(waived.map(({ id, plan }) => (perPlan.length > 0 ? `${id} (${plan})` : id))).toEqual(accepted);
    expect(problems.map(({ flaw }) => flaw)).toEqual(flaws);
    expect(after.map(({ id, verdict }) => [id, verdict])).toEqual(rows.map(({ id, verdict }) => [id, verdict]));
  });

  it.each<[string, readonly Row[], Partial<WaiverEntry>, number]>([
    ['would accept the violation', [schema], {}, 1],
    ['has expired', [schema], { expires: '2026-11-20' }, 0],
    ['names another violation', [fail('list.schema', B)], {}, 0],
  ])('for another target is reported only if it %s', (_what, rows, change, count) => {
    expect(applied(rows, [entry({ target: '127.0.0.1:8080', ...change })]).elsewhere).toHaveLength(count);
  });

  it('is shown with its reason, owner, link, end and line', () => {
    const { rows } = applied([schema], [entry({ link: 'https://issues.example.com/1' })]);
    expect(rows[0]?.waiver).toEqual({
      reason: 'fixed in 4.2',
      owner: 'team-store',
      link: 'https://issues.example.com/1',
      expires: '2026-12-31',
      line: 12,
    });
  });

  it.each<[string, readonly Row[], WaiverEntry, RegExp]>([
    ['expired', [schema], entry({ expires: '2026-11-20' }), /expired on 2026-11-20 \(owner: team-store\)/],
    ['unused', [passing], entry(), /^list\.schema passed, so this waiver is unused \(owner: /],
    [
      'other-signature',
      [fail('list.schema', B)],
      entry(),
      new RegExp(`does not accept list\\.schema \\(${B}\\); 1 of 1 accepted not seen \\(${A}\\)`),
    ],
  ])('that is %s says why, and where it stands', (_flaw, rows, one, words) => {
    const [problem] = applied(rows, [one]).problems;
    expect(problem).toMatchObject({ line: 12, requirement: 'list.schema' });
    expect(problem?.message).toMatch(words);
  });

  it.each<[string, readonly Row[], Partial<WaiverEntry>, 'should' | undefined]>([
    ['of a warning that does not match', [fail(CHALLENGE, B)], {}, 'should'],
    ['of a warning that passes', [other(CHALLENGE, 'pass')], {}, 'should'],
    ['of a warning, expired', [fail(CHALLENGE)], { expires: '2026-11-20' }, 'should'],
    ['of a warning that this run does not judge, expired', [schema], { expires: '2026-11-20' }, 'should'],
    ['of a pattern of which a warning does not match', [fail(CHALLENGE, B)], { requirement: 'auth.*' }, 'should'],
    [
      'of a pattern with a must',
      [fail(CHALLENGE, B), fail('auth.empty-token', B)],
      { requirement: 'auth.*' },
      undefined,
    ],
    ['of a must', [fail('list.schema', B)], { requirement: 'list.schema' }, undefined],
    ['of an unknown requirement', [schema], { requirement: 'auth.nothing' }, undefined],
  ])('%s has the level %4$s', (_what, rows, change, level) => {
    const { problems } = applied(rows, [entry({ requirement: CHALLENGE, ...change })]);
    expect(problems.map((one) => one.level)).toEqual([level]);
  });

  it('names the violations that are not accepted by their messages, and counts those that were not seen', () => {
    const findings = [
      { code: 'no-key', message: 'GET /pets returned 200' },
      { code: 'no-body', message: 'POST /pets returned 400' },
    ];
    const row = { ...schema, findings, signature: signatureOf('list.schema', findings) };
    const [accepted, open] = findings.map((finding) => signatureOf('list.schema', [finding]));
    const [problem] = applied([row], [entry({ signature: `${accepted}-${B}` })]).problems;
    expect(problem?.message).toBe(
      `does not accept POST /pets returned 400 (${open}); 1 of 2 accepted not seen (${B}) (owner: team-store)`,
    );
  });

  it('names a few of many', () => {
    const rows = ['list.ok', 'list.schema', 'list.order', 'list.pagination', 'list.unique-ids'].map((id) =>
      other(id, 'pass'),
    );
    expect(applied(rows, [ofLists]).problems[0]?.message).toContain('and 2 more');
  });
});
