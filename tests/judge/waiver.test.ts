import { expect, it } from 'vitest';
import { signatureOf } from '../../src/judge/gate/signature.ts';
import { applyWaivers, type WaiverEntry } from '../../src/judge/gate/waiver.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { findingOf } from '../../src/rules/conclusion.ts';
import { expectLines, golden } from '../support/golden.ts';

const A = 'a00000000001';
const B = 'b00000000002';
const CHALLENGE = 'auth.www-authenticate';

/** A waiver of the schema of lists, and of other requirements. */
const entry = (change: Partial<WaiverEntry> = {}): WaiverEntry => ({
  requirement: 'list.schema',
  signature: A,
  reason: 'fixed in 4.2',
  owner: 'team-store',
  expires: '2026-12-31',
  line: 12,
  ...change,
});
const of = (requirement: string, change: Partial<WaiverEntry> = {}) => entry({ requirement, ...change });

const row = (id: string, verdict: Verdict['verdict'], signature?: string, plan = 'free') => ({
  id,
  plan,
  level: id === CHALLENGE ? ('should' as const) : ('must' as const),
  verdict,
  findings: [],
  ...(signature === undefined ? {} : { signature }),
});
const fail = (id: string, signature = A, plan = 'free') => row(id, 'fail', signature, plan);
const pass = (id: string) => row(id, 'pass');

const schema = fail('list.schema');
const passing = pass('list.schema');
const creates = [fail('create.rejects.null-name'), fail('create.rejects.empty-body', B)];
const onTwoPlans = ['free', 'pro'].map((plan) => fail('limit.status', A, plan));
const many = ['list.ok', 'list.schema', 'list.order', 'list.pagination', 'list.unique-ids'].map(pass);
const LONG_AGO = { expires: '2020-01-01' };

type Case = readonly [rows: readonly ReturnType<typeof row>[], ...entries: readonly WaiverEntry[]];

const CASES: Readonly<Record<string, Case>> = {
  'with a link': [[schema], entry({ link: 'https://issues.example.com/1' })],
  'on its last day': [[schema], entry({ expires: '2026-11-21' })],
  'the day after': [[schema], entry({ expires: '2026-11-20' })],
  'of what passes': [[passing], entry()],
  'of an observation': [[row('list.order', 'observed')], of('list.order')],
  'of an unknown requirement': [[schema], of('list.shema')],
  'of nothing for another target': [[schema], of('nothing.*', { target: 'production' })],
  'of more than the run sees': [[fail('list.schema', B)], entry({ signature: `${A}-${B}` })],
  'of fewer violations than there are': [[fail('list.schema', `${A}-${B}`)], entry()],
  'of missing evidence': [[row('list.schema', 'inconclusive')], entry()],
  'of what does not apply': [[row('list.schema', 'not-applicable')], entry()],
  'of what is not in the run': [[pass('list.ok')], entry()],
  'for another target': [[schema], entry({ target: 'production' })],
  'for this target': [[schema], entry({ target: 'staging' })],
  'for another plan': [[schema], entry({ plan: 'pro' })],
  'for one of two plans': [onTwoPlans, of('limit.status', { plan: 'pro' })],
  'of a pattern and one signature': [creates, of('create.rejects.*')],
  'of a pattern that is partly inconclusive': [[passing, row('list.ok', 'inconclusive')], of('list.*')],
  'of many that pass': [many, of('list.*')],
  'of what another accepts': [[schema, pass('list.ok')], of('list.*', { signature: B }), entry({ line: 20 })],
  'beside others of its own flaws': [[schema], entry(), of('list.ok', { line: 20 }), entry({ ...LONG_AGO, line: 28 })],
  'of a warning that passes': [[pass(CHALLENGE)], of(CHALLENGE)],
  'of a warning that this run does not judge, expired': [[schema], of(CHALLENGE, LONG_AGO)],
  'of a pattern of which this run judges a warning, expired': [[fail(CHALLENGE)], of('auth.*', LONG_AGO)],
  'of a pattern of which a warning does not match': [[fail(CHALLENGE, B)], of('auth.*')],
  'of a pattern with a must': [[fail(CHALLENGE, B), fail('auth.empty-token', B)], of('auth.*')],
};

it('a waiver accepts these violations, and has these flaws', async () => {
  await expectLines(golden('waivers.txt'), CASES, ([rows, ...entries]) => {
    const { rows: after, problems } = applyWaivers(rows, entries, { target: 'staging', today: '2026-11-21' });
    expect(after.map(({ id, verdict }) => [id, verdict])).toEqual(rows.map(({ id, verdict }) => [id, verdict]));
    const parts = [
      ...after.flatMap(({ id, plan, waiver }) => (waiver ? [`accepts ${id} (${plan}) ${JSON.stringify(waiver)}`] : [])),
      ...problems.map(({ flaw, level = 'must', line, requirement, message }) =>
        [flaw, level, `line ${line}`, requirement, message].join(', '),
      ),
    ];
    return parts.length === 0 ? 'nothing' : parts.join('; ');
  });
});

const values = { operation: 'getPet', status: 403, wanted: 401, probe: 'auth.none.get', flaw: '' };
const refusal = (change: object = {}) => findingOf('wrong-refusal', { request: 'GET /pets/25', ...values, ...change });
const sign = (...changes: object[]) => signatureOf('list.ok', changes.map(refusal));

it('a signature depends on the requirement, the code and what distinguishes the violation, and on nothing else', () => {
  for (const change of [{ status: 500 }, { operation: 'createPet' }, { probe: 'auth.near-miss.get' }])
    expect(sign(change)).not.toBe(sign({}));
  expect(signatureOf('auth.query-key', [refusal()])).not.toBe(sign({}));
  expect(sign({ request: 'GET /pets/9007199254740993' })).toBe(sign({}));
  const reworded = { message: 'reworded', expected: 'reworded', actual: 'reworded' };
  expect(signatureOf('list.ok', [{ ...refusal(), ...reworded }])).toBe(sign({}));
});

it('a signature has a part for each violation, whatever their order and repeats', () => {
  const [a, b] = [{ status: 404 }, { status: 500 }];
  expect(sign(a, b, a)).toBe(sign(b, a));
  expect(sign(a, b).split('-')).toEqual([sign(a), sign(b)].toSorted());
});

it('a signature has a fixed value of digits that YAML reads as text, because waivers store it', () => {
  for (let status = 0; status < 500; status += 1) expect(sign({ status })).toMatch(/^[a-f][\da-f]{5}$/);
  expect(sign({})).toBe('c7e57d');
});
