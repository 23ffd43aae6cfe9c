import { expect, it } from 'vitest';
import { diffText } from '../../src/cli/commands/diff.ts';
import { PLAIN } from '../../src/cli/console.ts';
import type { CapacityNumbers, RequirementResult, Result } from '../../src/result/result.ts';
import { diffResults } from '../../src/result/view/diff-results.ts';
import { because, findingOf } from '../../src/rules/conclusion.ts';
import type { RequirementId } from '../../src/spec/requirements/catalogue.ts';
import { fits, step } from '../report/capacity-results.ts';
import { failing, limits, result, row, unfilled, violated } from '../report/results.ts';
import { expectLines, golden } from '../support/golden.ts';

const { run, settings, target } = result();
const shown = (a: Result, b: Result, width: number) => diffText(diffResults(a, b), { paint: PLAIN, width });
const of = (...requirements: Result['requirements']) => result({ requirements });
const passed = (...ids: RequirementId[]) => ids.map((id) => row(id));
const observed = (id: RequirementId, value: RequirementResult['value']) => row(id, { verdict: 'observed', value });

const burst = row('limit.status');
const rates = (...plans: string[]) => plans.map((plan) => row('rate.counts-every-operation', { plan }));
const creates = passed('create.echo', 'create.text', 'create.int64');
const schema = row('list.schema');
const codes = (key: string, payload: string) =>
  observed('error.codes', { '401 missing key': [key], '400 null-name': [payload], '404 unknown id': ['not_found'] });
const NOT_APPLICABLE = { verdict: 'not-applicable', ...because('only-known-categories') } as const;
const READ_ONLY = { verdict: 'not-applicable', ...because('read-only') } as const;
const limited = { run: { ...run, command: 'limits' }, limits: { free: limits() } };
const explored = { settings: { ...settings, exploration: { seed: 7, requests: 300 } } };

/** A list that is refused with these statuses. */
const refusedList = (...statuses: number[]) =>
  violated('list.ok', 'free', ...statuses.map((status) => findingOf('list-refused', { request: 'GET /pets', status })));

/** A capacity run with another change, and steps of this length. */
function capacityRun(changed: number, seconds: number): Result {
  const capacity = fits.capacity as CapacityNumbers;
  const plans = capacity.projection.plans.map((plan) => ({ ...plan, changed }));
  const steps = [step(1, 28, { planned: 48 * seconds })];
  return { ...fits, capacity: { ...capacity, steps, projection: { ...capacity.projection, plans } } };
}

const CASES: Readonly<Record<string, readonly [Result, Result]>> = {
  'a new violation, a changed observation': [
    of(row('list.limit-honoured'), observed('list.order', 'newest first')),
    result({
      outcome: 'failed',
      requirements: [failing, observed('list.order', 'none seen'), schema],
      target: { ...target, name: 'production', baseUrl: `https://${'long.'.repeat(30)}example.com/v1` },
      settings: { ...settings, plan: 'pro', readOnly: true },
    }),
  ],
  'limits by plan, others by id for any key, and repeated rows by their number': [
    of(burst, { ...burst, plan: 'pro' }, row(), ...rates('pro', 'free', 'pro')),
    of(
      violated('limit.status', 'pro', findingOf('dropped-above-limit', { count: 5 })),
      row('list.ok', { plan: 'pro' }),
      schema,
      ...rates('pro', 'pro'),
    ),
  ],
  'requirements without a verdict, by reason': [
    of(...creates, codes('unauthorized', 'invalid')),
    of(...creates.map((one) => ({ ...one, ...NOT_APPLICABLE })), codes('no_key', 'bad_name')),
  ],
  'not sent in B': [
    of(failing, ...passed('create.echo')),
    of(...passed('list.limit-honoured', 'create.echo').map((one) => ({ ...one, ...READ_ONLY }))),
  ],
  'new violations before fixed ones': [
    of(refusedList(500), ...passed('list.limit-honoured', 'list.fills-page')),
    of(...passed('list.ok'), failing, unfilled),
  ],
  'fractions, rounded, and a number that was not measured': [
    of(observed('capacity.headroom', { headroom: 0.50990099, knee: null })),
    of(observed('capacity.headroom', { headroom: 1, knee: 130.24567 })),
  ],
  'capacity runs with different questions': [capacityRun(301, 150), capacityRun(302, 30)],
  'a partial run, and an exploration in B': [
    of(failing, { ...schema, verdict: 'inconclusive', ...because('not-selected') }),
    result({ ...explored, requirements: [failing, schema] }),
  ],
  'a waiver that is gone': [
    of({ ...failing, waiver: { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 } }),
    of(failing),
  ],
  'different findings': [of(refusedList(400, 404, 500)), of(refusedList(400, 503))],
  'other plans and windows, and an exploration in A': [
    result({ ...limited, ...explored, requirements: [burst], limits: { free: limits(), pro: limits() } }),
    result({
      ...limited,
      requirements: [{ ...burst, verdict: 'inconclusive', ...because('no-429-above-limit', { other: 0, lost: 0 }) }],
      settings: { ...settings, windowSeconds: 6 },
    }),
  ],
};

it('a comparison shows both sides, the changes, and whether B is worse, within its width', async () => {
  for (const [a, b] of Object.values(CASES))
    for (const line of shown(a, b, 60).split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  const texts = Object.entries(CASES).map(([name, [a, b]]) => `### ${name}\n${shown(a, b, 100)}`);
  await expect(texts.join('\n')).toMatchFileSnapshot(golden('diff-text.txt'));
});

const VERDICTS = ['pass', 'fail', 'inconclusive', 'not-applicable'] as const;
type Kind = (typeof VERDICTS)[number];

it('a comparison has each change of a must in at most one list, and is worse if one lost its pass', () => {
  const judged = (verdict: Kind) =>
    of(row('list.ok', { verdict, reason: 'why', findings: verdict === 'fail' ? failing.findings : [] }));
  const changes = VERDICTS.flatMap((from) => VERDICTS.map((to) => [`from ${from} to ${to}`, [from, to]] as const));
  return expectLines<readonly [Kind, Kind]>(golden('changes.txt'), Object.fromEntries(changes), ([from, to]) => {
    const { sections, worse } = diffResults(judged(from), judged(to));
    return `${sections.map(({ title }) => title).join()}${worse ? ', worse' : ''}`;
  });
});
