import { busiestKey } from '../../capacity/keys.ts';
import { changedPlans, moreActive, openAtOnce } from '../../capacity/projection.ts';
import { requestsOf, stated } from '../../capacity/steps.ts';
import { levelName, percent, rate } from '../../capacity/words.ts';
import type { CapacityPlan, ProjectedPlan, Share } from '../../exchange/records/capacity-record.ts';
import { limitsOfDay } from '../../result/view/capacity.ts';
import { plural } from '../../text/count.ts';
import { estimateText, type Layout, type Row, stopRows, targetRows } from '../preview/layout.ts';
import type { Cluster } from './cluster.ts';
import { coveredText } from './keys.ts';
import type { CapacitySettings } from './read-capacity.ts';

/** k6 takes about a second to start. */
const START_SECONDS = 1;

/** The cost estimate of a capacity run: the projection, the steps and the keys. */
export function capacityEstimate(settings: CapacitySettings, run: string, layout: Layout): string {
  const { target, plan, maxMs, cluster } = settings;
  const rows: Row[] = [
    ...targetRows(target.baseUrl, target.targetClass),
    ['peak', peakText(plan, layout)],
    ...(layout.verbose ? [...plan.projection.plans.map(planText), ...limitsOfDay(plan)] : []).map(
      (text): Row => ['', text],
    ),
    ['objective', objectivesText(plan, layout)],
    ['steps', stepsText(plan, layout)],
    ['sends', mixText(plan, layout)],
    ['keys', keysText(settings, layout)],
    ...clusterRow(cluster),
    ...stopRows(maxMs),
  ];
  return estimateText('capacity', run, rows, layout);
}

/** Maximum duration of all steps in seconds. The run may end before the last one. */
export function secondsOf(steps: CapacityPlan['steps']): number {
  return Math.ceil(steps.reduce((sum, step) => sum + step.seconds + step.warmUpSeconds + START_SECONDS, 0));
}

function peakText({ projection }: CapacityPlan, { verbose }: Layout): string {
  const { before, after, busier } = projection;
  const more = `${rate(busier.rps)} if ${moreActive(projection).replace(' customers', '')}`;
  if (changedPlans(projection).length === 0) return `${rate(after.rps)}; ${more}`;
  const assumption = verbose ? ' (customers use the same share of a larger limit)' : '';
  return `${rate(before.rps)} now, ${rate(after.rps)} after the change${assumption}; ${more}`;
}

function objectivesText({ projection, objectives }: CapacityPlan, { verbose }: Layout): string {
  const latencies = stated(objectives);
  const { ms = 0 } = latencies.at(-1) ?? {};
  const { rps } = projection.after;
  return [
    ...latencies.map(({ name, ms: most }) => `${name} ≤ ${most} ms`),
    ...(objectives.errorShare === 1 ? ['error rate not set'] : [`error rate ≤ ${percent(objectives.errorShare)}`]),
    ...(verbose ? [`${openAtOnce(rps, ms / 1_000)} open requests if each takes ${ms} ms (Little's law)`] : []),
  ].join(', ');
}

function stepsText(plan: CapacityPlan, { verbose }: Layout): string {
  const { steps } = plan;
  const [first] = steps;
  if (first === undefined) return 'none';
  const lengths = steps.map(({ seconds }) => seconds);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const isAlike = shortest === longest;
  const requests = requestsOf(plan);
  return [
    steps
      .map(
        ({ level, rps, seconds }) =>
          `${levelName(level)} ${rate(rps)}${isAlike || !verbose ? '' : ` for ${seconds} s`}`,
      )
      .join(', '),
    `${isAlike ? '' : `${shortest} to `}${longest} s each, after ${Math.round(first.warmUpSeconds * 10) / 10} s of warm-up`,
    `up to ${plural(requests, 'request')}, ${timeText(secondsOf(steps))}`,
    ...(verbose ? ['ends at the first step far outside the objectives'] : []),
  ].join('; ');
}

/** From two minutes on in minutes, rounded up. */
const timeText = (seconds: number) => (seconds < 120 ? `${seconds} s` : `about ${Math.ceil(seconds / 60)} min`);

function mixText({ mix, writes }: CapacityPlan, { verbose }: Layout): string {
  const sent = Object.entries(mix).filter(([, share]) => share > 0);
  const instead = `; the ${percent(writes.projected)} creates are sent as reads${verbose ? ', without --allow-writes' : ''}`;
  return `${sent.map(([op, share]) => `${op} ${percent(share)}`).join(', ')}${writes.asReads ? instead : ''}`;
}

function keysText(
  { plan: { steps, shares, instances = 1 }, owned, covered }: CapacitySettings,
  layout: Layout,
): string {
  const most = Math.max(...steps.map(({ rps }) => rps));
  const usedOf = ({ plan, perWindow, windowSeconds }: Share) =>
    (most * busiestKey(shares, plan, instances) * windowSeconds) / perWindow;
  const ofLimit = (used: number) => `each at most ${percent(used)} of its limit`;
  const namesOf = (groups: Readonly<CapacitySettings['owned']>) =>
    groups.map(({ plan, keys }) => `${keys} ${plan}`).join(', ');
  if (owned.length === 0) return 'none';
  if (covered === undefined) return `${namesOf(owned)}: a limit is unknown`;
  if (shares.length === 0)
    return `${namesOf(owned)}: not enough${covered < 1 ? ` (${coveredText(covered)} of the load)` : ''}`;
  if (!layout.verbose) return `${namesOf(shares)}; ${ofLimit(Math.max(...shares.map(usedOf)))}`;
  return shares
    .map(
      (share) => `${share.keys} of ${share.plan} send ${percent(share.share)} of the load, ${ofLimit(usedOf(share))}`,
    )
    .join('; ');
}

function planText({ plan, subscribers, activeAtPeak, use, perMinute, changed, before, after }: ProjectedPlan): string {
  const was = perMinute === undefined ? 'new' : `${perMinute} requests/min`;
  const becomes = changed === perMinute ? '' : ` → ${changed}`;
  return `${plan}: ${plural(subscribers, 'customer')}, ${percent(activeAtPeak)} active, use ${percent(use)} of ${was}${becomes}: ${rate(before.rps)} → ${rate(after.rps)}`;
}

/** The row about the pods that share the load; none for one machine. */
const clusterRow = (cluster: Cluster | undefined): Row[] =>
  cluster === undefined ? [] : [['shared', `by ${cluster.pods} pods (k6-operator); nothing is sent from here`]];
