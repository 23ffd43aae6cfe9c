import { bracketOf, fitsBusier, isClose, limitBracket } from '../../capacity/bracket.ts';
import { isErrorShareProven } from '../../capacity/judge-step.ts';
import { changedPlans, moreActive } from '../../capacity/projection.ts';
import type { CapacityVerdict, JudgedStep } from '../../capacity/result-schema.ts';
import { SHORTEST_SECONDS, stated } from '../../capacity/steps.ts';
import { levelName, ms, percent, perSecond, planName } from '../../capacity/words.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { isPlanName, PLAN_NAMES } from '../../spec/plans.ts';
import { count, plural } from '../../text/count.ts';
import { cut, plain } from '../../text/inert.ts';
import type { CapacityNumbers, Result } from '../result.ts';

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

/** The answer in sentences: the change, the decision with the step that shows it, and the limits that fit. */
export function capacityAnswer(capacity: CapacityNumbers, result: Pick<Result, 'outcome'>): string {
  const { verdict, shownBy, because } = capacity;
  const decision = decisionOf(capacity, result);
  if (verdict === 'not-proven') return `${decision}.`;
  const at = placeOf(capacity);
  const limits = limitSentence(capacity);
  if (verdict === 'does-not-fit') return `${decision}: ${at}, ${reasonsOf(because)}.${limits}`;
  const met = `${at}, ${figuresAt(shownBy ?? 1, capacity)}.`;
  return result.outcome === 'passed' ? `${decision}: ${met}${limits}` : `${decision}; until then, ${met}`;
}

/** The change and the decision; the reasons only if it is not proven. */
function decisionOf(capacity: CapacityNumbers, { outcome }: Pick<Result, 'outcome'>): string {
  const { verdict, because } = capacity;
  const { words, many } = changeOf(capacity);
  const change = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  if (verdict === 'not-proven') return `${change}: ${reasonsOf(because)}`;
  if (verdict === 'does-not-fit') return `${change} ${many ? 'do' : 'does'} not fit`;
  return outcome === 'passed' ? `${change} ${many ? 'fit' : 'fits'}` : `${change}: the run did not finish`;
}

function placeOf({ shownBy, projection }: CapacityNumbers): string {
  const level = shownBy ?? 1;
  const rps = perSecond(level * projection.after.rps);
  return level === 1 ? `at the projected peak of ${rps}` : `at ${levelName(level)} of the projected peak (${rps})`;
}

/** What storecheck.yaml must say before `limits` expects the new limits; undefined if no limit of the specification changes. */
export function changedLimits(capacity: CapacityNumbers): string | undefined {
  const limits = changedPlans(capacity.projection).flatMap(({ plan, changed }) =>
    isPlanName(plan) ? `${plan}: { perMinute: ${changed} }` : [],
  );
  return limits.length === 0 ? undefined : `plans: { ${limits.join(', ')} }`;
}

/** `Pro 300 → 400 requests/min`, or the projected load if no limit changes. */
function changeOf(capacity: CapacityNumbers): { readonly words: string; readonly many: boolean } {
  const changes = changedPlans(capacity.projection).map(({ plan, perMinute, changed }) =>
    perMinute === undefined || perMinute === 0
      ? `${planName(plan)} (new) ${changed}`
      : `${planName(plan)} ${perMinute} → ${changed}`,
  );
  if (changes.length === 0) return { words: 'the projected load', many: false };
  return { words: `${changes.join(' and ')} requests/min`, many: changes.length > 1 };
}

/** The measured value of each objective. Requests that could not be sent count as errors. */
function figuresAt(level: number, { steps, objectives }: CapacityNumbers): string {
  const step = steps.find((one) => one.level === level);
  if (step === undefined) return 'every objective was met';
  const latencies = stated(objectives).map(
    ({ name, ms: most }) => `${name} is ${ms(step.latency[name].value, most)} (objective ${ms(most)})`,
  );
  const { swamped, errors, planned, sent } = step;
  const failed = `${percent(errors.value)} of the requests failed`;
  const objective = `(objective ${percent(objectives.errorShare)})`;
  const unsent = `${percent((planned - sent) / planned)} of the requests could not be sent`;
  if (!swamped || errors.from > objectives.errorShare) return [...latencies, `${failed} ${objective}`].join(', ');
  const isProven = isErrorShareProven(step, objectives);
  return [...latencies, isProven ? `${failed}, and ${unsent} ${objective}` : `errors: not proven, ${unsent}`].join(
    ', ',
  );
}

/** The assumption of the projection, the effect of more activity, the headroom and the knee. */
export function roomSentences(capacity: CapacityNumbers): string[] {
  const { headroom, knee, projection, steps } = capacity;
  const { after } = projection;
  const isInvalid = steps.map(({ verdict }) => verdict === 'invalid');
  if (!isInvalid.includes(false)) return ['No step is valid evidence.'];
  const shown = (headroom ?? 0) * after.rps;
  return [
    ...(changedPlans(capacity.projection).length > 0
      ? ['The projection assumes that customers use the same share of a larger limit.']
      : []),
    busierSentence(capacity),
    headroom === null
      ? 'No step met all objectives.'
      : `Headroom: the objectives were met up to ${levelName(headroom)} of the projected peak (${perSecond(shown)}).`,
    knee === null ? withoutKnee(steps) : `Knee: above about ${perSecond(knee)}, responses fall behind.`,
  ];
}

const busierSentence = ({ projection, headroom }: CapacityNumbers): string =>
  `If ${moreActive(projection)}, the peak is ${perSecond(projection.busier.rps)}: ${fitsBusier(projection, headroom) ? 'that fits, too' : 'that was not shown to fit'}.`;

/** The service kept up only if every step shows it. Errors do not make a knee: they can be fast. */
function withoutKnee(steps: readonly JudgedStep[]): string {
  if (steps.every(({ verdict }) => verdict === 'within')) return 'The service kept up with every step.';
  const beyond = steps.find(({ verdict }) => verdict === 'beyond');
  return `No knee was found${beyond === undefined ? '' : `; at ${levelName(beyond.level)}, ${reasonsOf(beyond.because)}`}.`;
}

/** What the answer does not cover, the most important first. */
export function unshown(capacity: CapacityNumbers): string[] {
  const { steps, notOffered, writes } = capacity;
  const highest = Math.max(0, ...steps.map(({ level }) => level));
  const ended =
    notOffered.length > 0
      ? `${levelNames(notOffered)}: not tested, the run ended at ${levelName(highest)}`
      : `load above ${levelName(highest)} of the projected peak: not planned`;
  const isBelowPeak = highest < 1;
  // The other steps matter less than the conditions of an answer.
  const fits = capacity.verdict === 'fits';
  const open = openSteps(capacity);
  return [
    ...(isBelowPeak ? [ended] : []),
    ...(fits ? [] : open),
    ...untestedLimits(capacity),
    ...longerPeaks(capacity),
    ...(writes.asReads ? [`creates: the ${percent(writes.projected)} of the projection were sent as reads`] : []),
    ...plansOutside(capacity),
    ...operationsOutside(capacity),
    ...(fits ? open : []),
    ...limitsOfDay(capacity),
    ...(isBelowPeak ? [] : [ended]),
  ];
}

/** A backlog may grow for longer than the step that fits. */
function longerPeaks({ verdict, shownBy, steps }: CapacityNumbers): string[] {
  const peak = verdict === 'fits' ? steps.find(({ level }) => level === shownBy) : undefined;
  return peak === undefined ? [] : [`peaks longer than ${secondsOf(peak)} s: not tested`];
}

const levelNames = (levels: readonly number[]) => levels.map(levelName).join(', ');

/** The steps that show nothing, by reason, except what the answer says already. */
function openSteps({ steps, headroom, reasons: answered = [] }: CapacityNumbers): string[] {
  const said = answered.flatMap(({ code, params }) => [markOf({ code, params }), markOf(params['why'])]);
  const open = steps.filter(
    ({ verdict: kind, level, reasons }) =>
      (kind === 'invalid' || (kind === 'open' && level > (headroom ?? 0))) &&
      reasons?.every((reason) => said.includes(markOf(reason))) !== true,
  );
  const alike = groupBy(open, ({ because }) => reasonsOf(because));
  return [...alike].map(([reason, some]) => `${levelNames(some.map(({ level }) => level))}: ${reason}`);
}

/** Identifies a reason, also one within another. */
function markOf(reason: unknown): string {
  const { code, params }: { code?: unknown; params?: unknown } = Object(reason);
  return JSON.stringify([code, params]);
}

/** The plans of the specification that the projection does not have. */
function plansOutside({ projection }: CapacityNumbers): string[] {
  const outside = PLAN_NAMES.filter((name) => !projection.plans.some(({ plan }) => plan === name)).map(planName);
  const last = outside.pop();
  if (last === undefined) return [];
  const names = outside.length === 0 ? `${last} is` : `${outside.join(', ')} and ${last} are`;
  return [`${names} not in the peak: no customers are stated`];
}

const MINUTES_OF_DAY = 1_440;

/** How long a customer can keep the projected use, if the limit of a day ends it. */
export function limitsOfDay({ projection }: Pick<CapacityNumbers, 'projection'>): string[] {
  const reached = projection.plans.flatMap(({ plan, perDay, use, changed }) => {
    const minutes = Math.round((perDay ?? Number.POSITIVE_INFINITY) / (use * changed));
    return minutes < MINUTES_OF_DAY
      ? [`${planName(plan)} customers reach ${count(perDay ?? 0)} requests after ${minutes} min`]
      : [];
  });
  if (reached.length === 0) return [];
  const unchanged = changedPlans(projection).length === 0 ? '' : '; the change does not raise them';
  return [`limits per day: at this use, ${reached.join(', ')}${unchanged}`];
}

const OPERATIONS = [
  { op: 'list', name: 'lists (one URL)', none: 'no lists' },
  { op: 'get', name: 'gets', none: 'no gets' },
  { op: 'create', name: 'creates', none: 'no creates' },
] as const;

/** The operations that were not sent; creates that were sent as reads are another gap. */
function operationsOutside({ mix, writes }: CapacityNumbers): string[] {
  const none = OPERATIONS.filter(({ op }) => mix[op] === 0 && !(op === 'create' && writes.asReads));
  if (none.length === 0) return [];
  const sent = OPERATIONS.filter(({ op }) => mix[op] > 0).map(({ op, name }) => `${percent(mix[op])} ${name}`);
  return [`the load was ${sent.join(', ')}: ${none.map((one) => one.none).join(', ')}`];
}

/** Which limits of the changed plan fit and which do not, by the steps alone; or why the run names none. */
function limitSentence(capacity: CapacityNumbers): string {
  const changes = changedPlans(capacity.projection).length;
  const rough = roughness(capacity);
  if (rough !== undefined) return rough;
  if (changes > 1) return ` This run names no largest limit, because it changes ${plural(changes, 'plan')}.`;
  const bracket = limitBracket(capacity.projection, capacity.steps);
  if (bracket === undefined) return '';
  const { fits, exceeds, today } = bracket;
  const name = planName(bracket.plan);
  if (exceeds !== null && exceeds <= 0) return ` No ${name} limit fits: the other plans alone miss an objective.`;
  const todays = exceeds === today ? ", today's limit," : `, less than today's ${today},`;
  const above = exceeds !== null && exceeds <= today ? `${exceeds}${todays}` : exceeds;
  if (fits === null || fits <= 0) return exceeds === null ? '' : ` A ${name} limit of ${above} does not fit.`;
  const within = ` In steps of ${secondsOf(largest(capacity))} s,`;
  if (exceeds === null) return `${within} the largest ${name} limit that fits is at least ${fits} in this run.`;
  const gap = isClose(fits, exceeds) ? 'the largest limit is known to 5 %' : `between them ${between(capacity)}`;
  return `${within} a ${name} limit of ${fits} fits; ${above} does not; ${gap}.`;
}

/** The limits about which the run says nothing. */
function untestedLimits(capacity: CapacityNumbers): string[] {
  const { fits = null, exceeds = null, plan = '' } = limitBracket(capacity.projection, capacity.steps) ?? {};
  if (exceeds === null || exceeds <= 1 || roughness(capacity) !== undefined) return [];
  const above = fits !== null && fits > 0 ? ` above ${fits} and` : '';
  return exceeds - (fits ?? 0) < 2 ? [] : [`${planName(plan)} limits${above} below ${exceeds}: ${between(capacity)}`];
}

function between({ steps }: CapacityNumbers): string {
  const { within, beyond } = bracketOf(steps);
  const isTested = steps.some(({ level }) => level > (within ?? 0) && level < (beyond ?? 0));
  return `nothing was ${isTested ? 'shown' : 'tested'} in this run`;
}

const largest = ({ steps }: CapacityNumbers): JudgedStep | undefined =>
  steps.find(({ level }) => level === bracketOf(steps).within);

const secondsOf = (step: JudgedStep | undefined): number =>
  step === undefined ? 0 : Math.round(step.planned / step.rps);

/** What replaces the limits if a step was shorter than the default. */
function roughness({ steps }: CapacityNumbers): string | undefined {
  // A step that lacks an instance is invalid, and seems shorter than it was.
  const valid = steps.filter(({ verdict }) => verdict !== 'invalid');
  const seconds = Math.min(...valid.map(secondsOf));
  if (seconds >= SHORTEST_SECONDS) return undefined;
  return ` These figures are rough: steps took ${seconds} s (default: at least ${SHORTEST_SECONDS} s).`;
}
