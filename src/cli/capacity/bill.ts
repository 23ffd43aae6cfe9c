import {
  BUSIER,
  busiestKey,
  type CapacityPlan,
  keyNumber,
  openAtOnce,
  ownHands,
  type ProjectedPlan,
  percent,
  type Share,
  stated,
} from '../../capacity/index.ts';
import { levelName, rate } from '../../reporters/capacity/words.ts';
import { plural } from '../../reporters/text/count.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { billText, boundRows, type Row, targetRows } from '../preview/bill-text.ts';
import type { CapacitySettings } from './read-capacity.ts';
import type { Instances } from './read-instances.ts';

/** k6 takes about a second to start. */
const START_SECONDS = 1;

/** What will be done to whom, what it is projected from, and what it costs. */
export function capacityBill(
  { target, plan, bounds, instances }: CapacitySettings,
  run: string,
  paint: Paint,
  width: number,
  now: number,
): string {
  const rows: Row[] = [
    ...targetRows(target.baseUrl, target.targetClass),
    ['peak', peakText(plan)],
    ...plan.projection.plans.map((one): Row => ['', planText(one)]),
    ['holds', objectivesText(plan)],
    ['steps', stepsText(plan, now)],
    ['sends', mixText(plan)],
    ['keys', plan.shares.map((share) => keysText(share, plan)).join('; ') || 'not enough yet'],
    ...instanceRows(instances, plan),
    ...boundRows(bounds),
    ['run', run],
  ];
  return billText('capacity', rows, paint, width);
}

/** Seconds that all steps take, at most: the run may end before the last one. */
export function secondsOf(steps: CapacityPlan['steps'], now: number): number {
  const last = steps.at(-1);
  if (last?.startAt !== undefined)
    return Math.ceil((last.startAt - now) / 1_000 + last.warmUpSeconds + last.seconds + START_SECONDS);
  return Math.ceil(steps.reduce((sum, step) => sum + step.seconds + step.warmUpSeconds + START_SECONDS, 0));
}

function peakText({ projection: { before, after, busier } }: CapacityPlan): string {
  const more = Math.round((BUSIER - 1) * 100);
  return `${rate(before.rps)} now, ${rate(after.rps)} after the change (customers use the same share of a larger limit); ${rate(busier.rps)} if ${more} % more customers are active`;
}

function objectivesText({ projection, objectives }: CapacityPlan): string {
  const latencies = stated(objectives);
  const { ms = 0 } = latencies.at(-1) ?? {};
  const { rps } = projection.after;
  return [
    ...latencies.map(({ name, ms: most }) => `${name} up to ${most} ms`),
    `at most ${percent(objectives.errorShare)} errors; if each took ${ms} ms, ${openAtOnce(rps, ms / 1_000)} requests would be open at once (Little's law)`,
  ].join(', ');
}

function stepsText({ steps }: CapacityPlan, now: number): string {
  const [first] = steps;
  if (first === undefined) return 'none';
  const lengths = [...new Set(steps.map(({ seconds }) => seconds))];
  const requests = steps.reduce((sum, { count }) => sum + count, 0);
  return [
    steps
      .map(
        ({ level, rps, seconds }) => `${levelName(level)} ${rate(rps)}${lengths.length > 1 ? ` for ${seconds} s` : ''}`,
      )
      .join(', '),
    ...(lengths.length > 1 ? [] : [`${first.seconds} s each`]),
    `plus ${first.warmUpSeconds.toFixed(1)} s each that are not judged`,
    `up to ${requests} requests in ${timeText(secondsOf(steps, now))}`,
    'ends at the first step far outside the objectives',
  ].join('; ');
}

/** From two minutes on in minutes, rounded up. */
const timeText = (seconds: number) => (seconds < 120 ? `${seconds} s` : `about ${Math.ceil(seconds / 60)} min`);

function mixText({ mix, writes }: CapacityPlan): string {
  const sent = Object.entries(mix).filter(([, share]) => share > 0);
  const instead = `; the ${percent(writes.projected)} creates of the projection are sent as reads (--allow-writes would create animals, which stay)`;
  return `${sent.map(([op, share]) => `${op} ${percent(share)}`).join(', ')}${writes.asReads ? instead : ''}`;
}

function keysText({ plan, keys, share, perWindow, windowSeconds }: Share, capacity: CapacityPlan): string {
  const { steps, shares, instances = 1 } = capacity;
  const most = Math.max(...steps.map(({ rps }) => rps));
  const used = (most * busiestKey(shares, plan, instances) * windowSeconds) / perWindow;
  return `${keys} of ${plan} carry ${percent(share)} of it, each at most ${percent(used)} of its limit a minute`;
}

/** Every number with its origin. */
function planText({ plan, subscribers, activeAtPeak, use, perMinute, changed, before, after }: ProjectedPlan): string {
  const was = perMinute === undefined ? 'new' : `${perMinute.value} a minute (${perMinute.origin})`;
  const becomes = changed.value === perMinute?.value ? '' : ` → ${changed.value} (${changed.origin})`;
  return `${plan}: ${plural(subscribers.value, 'customer')} (${subscribers.origin}), ${percent(activeAtPeak.value)} active (${activeAtPeak.origin}), use ${percent(use.value)} (${use.origin}) of ${was}${becomes}: ${rate(before.rps)} → ${rate(after.rps)}`;
}

/** The rows of a bill that say who offers the load; none where it is this machine alone. */
function instanceRows({ of, segment, startAt, cluster }: Instances, { shares, steps }: CapacityPlan): Row[] {
  if (of === 1) return [];
  if (cluster !== undefined) return [['shared', `by ${of} pods (k6-operator); nothing is sent from here`]];
  if (startAt === undefined) return [];
  const keys = ownHands(shares, segment).map((own) => {
    const numbers = Array.from({ length: Math.min(own.keys, 3) }, (_, key) => `${own.plan}#${keyNumber(own, key)}`);
    return `${numbers.join(', ')}${own.keys > 3 ? ` … (${own.keys} of ${own.plan})` : ''}`;
  });
  const moments = steps.map((step) => new Date(step.startAt ?? 0).toISOString().slice(11, 19));
  return [
    [
      'shared',
      `instance ${segment.index + 1} of ${of}: it sends 1/${of} of each step, with keys of its own: ${keys.join('; ')}`,
    ],
    ['begins', `${moments.join(', ')} UTC, on every instance: their clocks must agree, and so must the id below`],
  ];
}
