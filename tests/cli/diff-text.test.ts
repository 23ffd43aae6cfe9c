import { expect, it } from 'vitest';
import { diffText } from '../../src/cli/commands/diff.ts';
import { PLAIN } from '../../src/cli/console/console.ts';
import { diffResults } from '../../src/result/diff-results.ts';
import type { CapacityNumbers, RequirementResult, Result, ResultFinding } from '../../src/result/result.ts';
import { expectLines, golden } from '../golden.ts';
import { fits, step } from '../report/capacity-results.ts';
import { failing, limits, result, row } from '../report/results.ts';

const { run, settings, target } = result();
const shown = (a: Result, b: Result, width: number) => diffText(diffResults(a, b), { paint: PLAIN, width });
const of = (...requirements: Result['requirements']) => result({ requirements });
const passed = (...ids: string[]) => ids.map((id) => row({ id }));
const observed = (id: string, value: RequirementResult['value']) =>
  row({ id, level: 'observe', verdict: 'observed', value });

const burst = row({ id: 'limit.status', plan: 'free' });
const rates = (...plans: string[]) => plans.map((plan) => row({ id: 'rate.counts-every-operation', plan }));
const creates = passed('create.echo', 'create.text', 'create.int64');
const schema = row({ id: 'list.schema' });
const codes = (a: string, b: string) => observed('error.codes', { x: ['0'], a: [a], b: [b], c: [a] });
const UNSENT = { verdict: 'not-applicable', reason: 'creates are skipped' } as const;
const limited = { run: { ...run, command: 'limits' }, limits: { free: limits() } };
const explored = { settings: { ...settings, exploration: { seed: 7, requests: 300 } } };

/** A failed requirement with findings of these codes. */
const shows = (...found: string[]) => {
  const codesOf = (one: ResultFinding) => found.map((code) => ({ ...one, code, message: `shows ${code}` }));
  return of({ ...failing, findings: failing.findings.flatMap(codesOf) });
};

/** A capacity run with another change, and steps of this length. */
function capacityRun(changed: number, seconds: number): Result {
  const capacity = fits.capacity as CapacityNumbers;
  const plans = capacity.projection.plans.map((plan) => ({ ...plan, changed }));
  const steps = [step(1, 28, { planned: 48 * seconds })];
  return { ...fits, capacity: { ...capacity, steps, projection: { ...capacity.projection, plans } } };
}

const CASES: Readonly<Record<string, readonly [Result, Result]>> = {
  'a new violation, a changed observation': [
    of(row({ id: failing.id }), observed('list.order', 'newest first')),
    result({
      outcome: 'failed',
      requirements: [failing, observed('list.order', 'none seen'), schema],
      target: { ...target, name: 'production', baseUrl: `https://${'long.'.repeat(30)}example.com/v1` },
      settings: { ...settings, plan: 'pro', readOnly: true },
    }),
  ],
  'limits by plan, others by id for any key, and repeated rows by their number': [
    of(burst, { ...burst, plan: 'pro' }, row(), ...rates('pro', 'free', 'pro')),
    of({ ...failing, id: burst.id, plan: 'pro' }, row({ plan: 'pro' }), schema, ...rates('pro', 'pro')),
  ],
  'requirements without a verdict, by reason': [
    of(...creates, codes('1', '1')),
    of(...creates.map((one) => ({ ...one, ...UNSENT })), codes('2', '3')),
  ],
  'not sent in B': [
    of(failing, ...passed('create.echo')),
    of(...passed(failing.id, 'create.echo').map((one) => ({ ...one, ...UNSENT, code: 'read-only' }))),
  ],
  'new violations before fixed ones': [
    of({ ...failing, id: 'list.ok' }, ...passed(failing.id), row({ id: 'list.order', level: 'should' })),
    of(...passed('list.ok'), failing, { ...failing, id: 'list.order', level: 'should' }),
  ],
  'fractions, rounded, and a number that was not measured': [
    of(observed('capacity.headroom', { headroom: 0.50990099, knee: null })),
    of(observed('capacity.headroom', { headroom: 1, knee: 130.24567 })),
  ],
  'capacity runs with different questions': [capacityRun(301, 150), capacityRun(302, 30)],
  'a partial run, and an exploration in B': [
    of(failing, { ...schema, verdict: 'inconclusive', code: 'not-selected', reason: 'not selected' }),
    result({ ...explored, requirements: [failing, schema] }),
  ],
  'a waiver that is gone': [
    of({ ...failing, waiver: { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 } }),
    of(failing),
  ],
  'different findings': [shows('a', 'b', 'c'), shows('a', 'd')],
  'other plans and windows, and an exploration in A': [
    result({ ...limited, ...explored, requirements: [burst], limits: { free: limits(), pro: limits() } }),
    result({
      ...limited,
      requirements: [{ ...burst, verdict: 'inconclusive' }],
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
    of(row({ verdict, reason: 'why', findings: verdict === 'fail' ? failing.findings : [] }));
  const changes = VERDICTS.flatMap((from) => VERDICTS.map((to) => [`from ${from} to ${to}`, [from, to]] as const));
  return expectLines<readonly [Kind, Kind]>(golden('changes.txt'), Object.fromEntries(changes), ([from, to]) => {
    const { sections, worse } = diffResults(judged(from), judged(to));
    return `${sections.map(({ title }) => title).join()}${worse ? ', worse' : ''}`;
  });
});
