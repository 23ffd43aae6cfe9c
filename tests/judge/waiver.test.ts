import { describe, expect, it } from 'vitest';
import { applyWaivers, type WaiverEntry, type WaiverFlaw } from '../../src/judge/gate/waiver.ts';
import type { VerdictKind } from '../../src/judge/verdict.ts';

const A = 'a00000000001';
const B = 'b00000000002';

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
  readonly verdict: VerdictKind;
  readonly plan: string;
  readonly signature?: string;
}

const fail = (id: string, signature = A, plan = 'free'): Row => ({ id, verdict: 'fail', plan, signature });
const other = (id: string, verdict: VerdictKind, plan = 'free'): Row => ({ id, verdict, plan });

const applied = (rows: readonly Row[], entries: readonly WaiverEntry[]) =>
  applyWaivers(rows, entries, { target: 'staging', today: '2026-11-21' });

type Case = readonly [
  sentence: string,
  rows: readonly Row[],
  entries: readonly WaiverEntry[],
  /** Ids whose finding is accepted. */
  accepted: readonly string[],
  flaws: readonly WaiverFlaw[],
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
    const named = accepted.filter((name) => name.includes('('));
    expect(waived.map(({ id, plan }) => (named.length > 0 ? `${id} (${plan})` : id))).toEqual(accepted);
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
    ['other-signature', [fail('list.schema', B)], entry(), new RegExp(`accepts ${A}.*list\\.schema: ${B}`)],
  ])('that is %s says why, and where it stands', (_flaw, rows, one, words) => {
    const [problem] = applied(rows, [one]).problems;
    expect(problem).toMatchObject({ line: 12, requirement: 'list.schema' });
    expect(problem?.message).toMatch(words);
  });

  it('names a few of many', () => {
    const rows = ['list.ok', 'list.schema', 'list.order', 'list.pagination', 'list.unique-ids'].map((id) =>
      other(id, 'pass'),
    );
    expect(applied(rows, [ofLists]).problems[0]?.message).toContain('and 2 more');
  });
});

describe('a signature of an earlier version', () => {
  const context = { target: 'staging', today: '2026-11-21', formerMarks: { a00001: ['b00002', 'c00003'] } };

  it('accepts the same violation, and is reported', () => {
    const old = entry({ signature: 'a00001' });
    const { rows, problems, former } = applyWaivers([fail('list.schema', 'b00002')], [old], context);
    expect(rows[0]?.waiver).toMatchObject({ owner: 'team-store' });
    expect(problems).toEqual([]);
    expect(former).toMatchObject([{ signature: 'a00001' }]);
  });

  it('is stale if it is unknown, and the message shows how to write it again', () => {
    const { problems, former } = applyWaivers(
      [fail('list.schema', 'b00002')],
      [entry({ signature: 'd00004' })],
      context,
    );
    expect(problems).toMatchObject([{ flaw: 'other-signature', message: expect.stringContaining('storecheck waive') }]);
    expect(former).toEqual([]);
  });

  it('is not reported if the entry has the present signature too', () => {
    const { former } = applyWaivers([fail('list.schema', 'b00002')], [entry({ signature: 'a00001-b00002' })], context);
    expect(former).toEqual([]);
  });
});
