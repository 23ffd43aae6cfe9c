import { changedPlans, moreActive, objectiveTexts, requestsOf } from '../../capacity/projection.ts';
import { levelName, percent, rate } from '../../capacity/words.ts';
import type { CapacityPlan, ProjectedPlan } from '../../exchange/records/capacity-record.ts';
import { plural } from '../../text/count.ts';
import { type Row, stopRows, targetRows } from '../estimate.ts';
import type { CapacitySettings } from './read-capacity.ts';

/** k6 takes about a second to start. */
const START_SECONDS = 1;

export function capacityEstimate(asked: CapacitySettings): Row[] {
  const { settings, plan, cluster } = asked;
  return [
    ...targetRows(settings.baseUrl, settings.targetClass),
    ['peak', peakText(plan)],
    ...plan.projection.plans.map((one): Row => ['', planText(one)]),
    ['objective', Object.values(objectiveTexts(plan.objectives)).filter(Boolean).join(', ')],
    ['steps', stepsText(plan)],
    ['sends', mixText(plan)],
    ['keys', keysText(asked)],
    ...(cluster === undefined
      ? []
      : [['shared', `by ${cluster.pods} pods (k6-operator); nothing is sent from here`] as const]),
    ...stopRows(settings.maxDuration),
  ];
}

/** Maximum duration of all steps in seconds. The run may end before the last one. */
export function secondsOf(steps: CapacityPlan['steps']): number {
  return Math.ceil(steps.reduce((sum, step) => sum + step.seconds + step.warmUpSeconds + START_SECONDS, 0));
}

function peakText({ projection }: CapacityPlan): string {
  const { before, after, busier } = projection;
  const isChanged = changedPlans(projection).length > 0;
  const peak = isChanged ? `${rate(before.rps)} now, ${rate(after.rps)} after the change` : rate(after.rps);
  return `${peak}; ${rate(busier.rps)} if ${moreActive(projection).replace(' customers', '')}`;
}

function planText({ plan, subscribers, activeAtPeak, use, perMinute, changed, before, after }: ProjectedPlan): string {
  const limit = perMinute === changed ? `${changed}` : `${perMinute ?? 'new'} → ${changed}`;
  const rates = before.rps === after.rps ? rate(after.rps) : `${rate(before.rps)} → ${rate(after.rps)}`;
  return `${plan}: ${plural(subscribers, 'customer')}, ${percent(activeAtPeak)} active, use ${percent(use)} of ${limit} requests/min: ${rates}`;
}

function stepsText(plan: CapacityPlan): string {
  const { steps } = plan;
  const [first] = steps;
  if (first === undefined) return 'none';
  const lengths = steps.map(({ seconds }) => seconds);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const seconds = secondsOf(steps);
  return [
    steps.map(({ level, rps }) => `${levelName(level)} ${rate(rps)}`).join(', '),
    `${shortest === longest ? '' : `${shortest} to `}${longest} s each, after ${Math.round(first.warmUpSeconds * 10) / 10} s of warm-up`,
    `up to ${plural(requestsOf(plan), 'request')}, ${seconds < 120 ? `${seconds} s` : `about ${Math.ceil(seconds / 60)} min`}`,
  ].join('; ');
}

function mixText({ mix, writes }: CapacityPlan): string {
  const sent = Object.entries(mix).filter(([, share]) => share > 0);
  const instead = writes.asReads ? `; the ${percent(writes.projected)} creates are sent as reads` : '';
  return `${sent.map(([op, share]) => `${op} ${percent(share)}`).join(', ')}${instead}`;
}

function keysText({ plan: { steps, shares }, owned }: CapacitySettings): string {
  const namesOf = (groups: Readonly<CapacitySettings['owned']>) =>
    groups.map(({ plan, keys }) => `${keys} ${plan}`).join(', ');
  if (shares.length === 0) return owned.length === 0 ? 'none' : namesOf(owned);
  const most = Math.max(...steps.map(({ rps }) => rps));
  const used = shares.map(
    ({ share, keys, perWindow, windowSeconds }) => (most * share * windowSeconds) / keys / perWindow,
  );
  return `${namesOf(shares)}; each at most ${percent(Math.max(...used))} of its limit`;
}
