import {
  BUSIER,
  type CapacityVerdict,
  changedPlans,
  ms,
  percent,
  SHORTEST_SECONDS,
  stated,
} from '../../capacity/index.ts';
import type { CapacityNumbers, Result } from '../../result/result.ts';
import { isPlanName, PLAN_NAMES } from '../../spec/plans.ts';
import { cut, plain } from '../text/inert.ts';
import { levelName, perSecond } from './words.ts';

const WORDS = {
  fits: 'FITS',
  'does-not-fit': 'DOES NOT FIT',
  'not-proven': 'NOT PROVEN',
} as const satisfies Record<CapacityVerdict, string>;

/** Maximum characters of a reason: it may quote k6, and results.json is not trusted. */
const REASONS = 800;

const reasonsOf = (because: readonly string[]): string => plain(cut(because.join('; '), REASONS));

/** The answer in capitals. A run that did not finish never fits. */
export function capacityWord({ verdict }: CapacityNumbers, { outcome }: Pick<Result, 'outcome'>): string {
  return WORDS[verdict === 'fits' && outcome !== 'passed' ? 'not-proven' : verdict];
}

/** The answer in sentences: the change, the decision with the step that shows it, and the largest limit that fits. */
export function capacityAnswer(capacity: CapacityNumbers, result: Pick<Result, 'outcome'>): string {
  const { verdict, shownBy, because, projection } = capacity;
  const reasons = reasonsOf(because);
  const level = shownBy ?? 1;
  const rps = perSecond(level * projection.after.rps);
  const at = level === 1 ? `at the projected peak of ${rps}` : `at ${levelName(level)} of the projected peak (${rps})`;
  const { words, many } = changeOf(capacity);
  const fits = many ? 'fit' : 'fits';
  const largest = roughness(capacity) ?? largestLimit(capacity);
  if (verdict === 'does-not-fit')
    return `${sentence(words)} ${many ? 'do' : 'does'} not fit: ${at}, ${reasons}.${largest}`;
  if (verdict === 'not-proven') return `${sentence(words)}: ${reasons}.`;
  const met = `${at}, ${figuresAt(level, capacity)}.`;
  if (result.outcome !== 'passed') return `${sentence(words)}: the run did not finish; until then, ${met}`;
  return `${sentence(words)} ${fits}: ${met}${largest}`;
}

const sentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** What storecheck.yaml must say before `limits` expects the new limits; undefined if no limit of the specification changes. */
export function changedLimits(capacity: CapacityNumbers): string | undefined {
  const limits = changedPlans(capacity.projection).flatMap(({ plan, changed }) =>
    isPlanName(plan) ? `${plan}: { perMinute: ${changed.value} }` : [],
  );
  return limits.length === 0 ? undefined : `plans: { ${limits.join(', ')} }`;
}

const nameOf = (plan: string) => plain(cut(`${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`, 40));

/** `Pro 300 → 400 requests/min`, or the projected load if no limit changes. */
function changeOf(capacity: CapacityNumbers): { readonly words: string; readonly many: boolean } {
  const changes = changedPlans(capacity.projection).map(({ plan, perMinute, changed }) =>
    perMinute === undefined || perMinute.value === 0
      ? `${nameOf(plan)} (new) ${changed.value}`
      : `${nameOf(plan)} ${perMinute.value} → ${changed.value}`,
  );
  if (changes.length === 0) return { words: 'the projected load', many: false };
  return { words: `${changes.join(' and ')} requests/min`, many: changes.length > 1 };
}

/** The measured value of each objective. */
function figuresAt(level: number, { steps, objectives }: CapacityNumbers): string {
  const step = steps.find((one) => one.level === level);
  if (step === undefined) return 'every objective was met';
  const latencies = stated(objectives).map(
    ({ name, ms: most }) => `${name} is ${ms(step.latency[name].value, most)} (objective ${ms(most)})`,
  );
  return [
    ...latencies,
    `${percent(step.errors.value)} of the requests failed (objective ${percent(objectives.errorShare)})`,
  ].join(', ');
}

/** The largest limit of the changed plan that the highest load within the objectives allows, with everything else as projected. */
function largestLimit(capacity: CapacityNumbers): string {
  const { headroom, projection, steps } = capacity;
  const [change, ...others] = changedPlans(capacity.projection);
  if (change === undefined || others.length > 0 || headroom === null || change.after.rps === 0) return '';
  const { rps } = projection.after;
  const limit = twoDigits((change.changed.value * (headroom * rps - (rps - change.after.rps))) / change.after.rps);
  if (limit <= 0) return '';
  const isHighest = headroom === Math.max(...steps.map(({ level }) => level));
  const today = change.perMinute?.value ?? 0;
  const about = isHighest
    ? `at least ${limit}: no higher load was offered`
    : `about ${limit}${limit < today ? `, less than today's ${today}` : ''}`;
  return ` The largest ${nameOf(change.plan)} limit that still fits is ${about}.`;
}

/** What replaces the largest limit if a step was shorter than the default. */
function roughness({ steps }: CapacityNumbers): string | undefined {
  // A step that lacks an instance is invalid, and seems shorter than it was.
  const valid = steps.filter(({ verdict }) => verdict !== 'invalid');
  const seconds = Math.min(...valid.map(({ planned, rps }) => Math.round(planned / rps)));
  if (seconds >= SHORTEST_SECONDS) return undefined;
  return ` These figures are rough: steps took ${seconds} s (default: at least ${SHORTEST_SECONDS} s).`;
}

/** Rounded down: a limit that fits must not be overstated. */
function twoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / unit + 1e-9) * unit;
}

/** The assumption of the projection, the effect of more activity, the headroom and the knee. */
export function roomSentences(capacity: CapacityNumbers): string[] {
  const { headroom, knee, projection, steps } = capacity;
  const { after, busier } = projection;
  const isInvalid = steps.map(({ verdict }) => verdict === 'invalid');
  if (!isInvalid.includes(false)) return ['No step is valid evidence.'];
  const shown = (headroom ?? 0) * after.rps;
  return [
    ...(changedPlans(capacity.projection).length > 0
      ? ['The projection assumes that customers use the same share of a larger limit.']
      : []),
    `If ${percent(BUSIER - 1)} more customers are active, the peak is ${perSecond(busier.rps)}: ${busier.rps <= shown ? 'that fits, too' : 'that was not shown to fit'}.`,
    headroom === null
      ? `No step met all objectives${lowerSteps(capacity)}.`
      : `Headroom: the objectives were met up to ${levelName(headroom)} of the projected peak (${perSecond(shown)}).`,
    knee === null
      ? `The service kept up with every ${isInvalid.includes(true) ? 'valid ' : ''}step.`
      : `Knee: above about ${perSecond(knee)}, responses fall behind.`,
  ];
}

/** The steps that may find a load that fits. Every run needs one of 100 % or more. */
function lowerSteps({ verdict, steps }: CapacityNumbers): string {
  if (verdict !== 'does-not-fit') return '';
  const lowest = Math.min(...steps.map(({ level }) => level));
  const levels = [lowest / 2, 0.75 * lowest, 1].map((level) => Math.round(level * 100)).sort((a, b) => a - b);
  return `: try --steps ${[...new Set(levels)].join(',')}`;
}

/** What the answer does not cover, the most important first. */
export function unshown(capacity: CapacityNumbers): string[] {
  const { steps, notOffered, writes } = capacity;
  // The answer names what is inconclusive at the peak.
  const open = steps.filter(({ verdict: kind, level }) => (kind === 'open' || kind === 'invalid') && level > 1);
  const highest = Math.max(0, ...steps.map(({ level }) => level));
  return [
    ...open.map(({ level, because }) => `${levelName(level)}: ${reasonsOf(because)}`),
    ...plansOutside(capacity),
    ...operationsOutside(capacity),
    ...(notOffered.length > 0
      ? [`${notOffered.map(levelName).join(', ')}: not tested, the run ended at ${levelName(highest)}`]
      : [`load above ${levelName(highest)} of the projected peak: not planned`]),
    ...(writes.asReads ? [`creates: the ${percent(writes.projected)} of the projection were sent as reads`] : []),
  ];
}

/** The plans of the specification that the projection does not have. */
function plansOutside({ projection }: CapacityNumbers): string[] {
  const outside = PLAN_NAMES.filter((name) => !projection.plans.some(({ plan }) => plan === name)).map(nameOf);
  const last = outside.pop();
  if (last === undefined) return [];
  const names = outside.length === 0 ? `${last} is` : `${outside.join(', ')} and ${last} are`;
  return [`${names} not in the peak: no --subscribers`];
}

const OPERATIONS = [
  { op: 'list', name: 'GET /pets (one URL)', none: 'no lists' },
  { op: 'get', name: 'GET /pets/{petId}', none: 'no gets' },
  { op: 'create', name: 'POST /pets', none: 'no creates' },
] as const;

/** The operations that were not sent; creates that were sent as reads are another gap. */
function operationsOutside({ mix, writes }: CapacityNumbers): string[] {
  const none = OPERATIONS.filter(({ op }) => mix[op] === 0 && !(op === 'create' && writes.asReads));
  if (none.length === 0) return [];
  const sent = OPERATIONS.filter(({ op }) => mix[op] > 0).map(({ op, name }) => `${percent(mix[op])} ${name}`);
  return [`the load was ${sent.join(', ')}: ${none.map((one) => one.none).join(', ')} (--mix)`];
}
