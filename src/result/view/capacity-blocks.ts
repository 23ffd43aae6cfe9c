import { peakStep } from '../../capacity/judge-steps.ts';
import { latencyObjectives, QUANTILES } from '../../capacity/objectives.ts';
import { BUSIER, changedPlans, fitsBusier, limitBracket } from '../../capacity/projection.ts';
import type { JudgedStep, Measured } from '../../capacity/result-schema.ts';
import { DEFAULT_STEP_SECONDS, levelName } from '../../capacity/steps.ts';
import { groupBy } from '../../exchange/group.ts';
import { isPlanName, PLAN_NAMES, planName } from '../../spec/plans.ts';
import { count, msDigits, msText, percent, percentDigits, perSecond, rateText } from '../../text/number-text.ts';
import type { CapacityNumbers, Result } from '../result.ts';

/** The verdict in capitals, and in sentences: the change, the decision with the step that shows it, and the limits that fit. */
export function capacityAnswer(capacity: CapacityNumbers, { outcome }: Pick<Result, 'outcome'>) {
  const { projection } = capacity;
  const because = capacity.because.join('; ');
  const change = changeOf(capacity);
  const level = capacity.shownBy ?? 1;
  const rps = perSecond(level * projection.after.rps);
  const limits = `${limitSentence(capacity)}${roughSentence(capacity)}`;
  const at = level === 1 ? `at the projected peak of ${rps}` : `at ${levelName(level)} of the projected peak (${rps})`;
  switch (capacity.verdict) {
    case 'not-proven':
      return { word: NOT_PROVEN, sentence: `${change}: ${because}.` };
    case 'does-not-fit':
      return { word: 'DOES NOT FIT', sentence: `${change} does not fit: ${at}, ${because}.${limits}` };
    case 'fits': {
      const met = `${at}, ${numbersAt(level, capacity)}.`;
      return outcome === 'passed'
        ? { word: 'FITS', sentence: `${change} fits: ${met}${limits}` }
        : { word: NOT_PROVEN, sentence: `${change}: the run did not finish; until then, ${met}` };
    }
  }
}

const NOT_PROVEN = 'NOT PROVEN';

/** What storecheck.yaml must say before `limits` expects the new limits; undefined if no limit of the specification changes. */
export function changedLimits(capacity: CapacityNumbers): string | undefined {
  const limits = changedPlans(capacity.projection).flatMap(({ plan, changed }) =>
    isPlanName(plan) ? `${plan}: { perMinute: ${changed} }` : [],
  );
  return limits.length === 0 ? undefined : `plans: { ${limits.join(', ')} }`;
}

/** `Pro 300 → 400`, for each plan whose limit changes. */
export const changesIn = ({ projection }: CapacityNumbers): string[] =>
  changedPlans(projection).map(
    ({ plan, perMinute = 0, changed }) =>
      `${planName(plan)} ${perMinute === 0 ? '(new)' : `${count(perMinute)} →`} ${count(changed)}`,
  );

/** `Pro 300 → 400 requests/min`, or the projected load if no limit changes. */
function changeOf(capacity: CapacityNumbers): string {
  const changes = changesIn(capacity);
  if (changes.length === 0) return 'The projected load';
  return `${changes.length === 1 ? '' : 'The change '}${changes.join(' and ')} requests/min`;
}

function numbersAt(level: number, { steps, objectives }: CapacityNumbers): string {
  const step = steps.find((one) => one.level === level);
  if (step === undefined) return 'every objective was met';
  const latencies = latencyObjectives(objectives).map(
    ({ name, ms: most }) => `${name} is ${msText(step.latency[name].value, most)} (objective ${msText(most)})`,
  );
  const failed = `${percent(step.errors.value)} of the requests failed (objective ${percent(objectives.errorShare)})`;
  return [...latencies, failed].join(', ');
}

/** The peak, the assumption of the projection, the effect of more activity, the headroom, and the knee if there is one. */
function peakSentences({ headroom, knee, projection, steps }: CapacityNumbers): string[] {
  const { before, after, busier, plans } = projection;
  // No more than all customers can be active.
  const isCapped = plans.some(({ activeAtPeak }) => activeAtPeak * BUSIER > 1);
  const more = `${percent(BUSIER - 1)} more customers are active${isCapped ? ' (at most 100 %)' : ''}`;
  const now = `${perSecond(before.rps)} (${percent(before.rps / after.rps)})`;
  const peak = `100 % is the projected peak, ${perSecond(after.rps)}; today's is ${now}.`;
  if (steps.every(({ verdict }) => verdict === 'invalid')) return [peak, 'No step is valid evidence.'];
  return [
    peak,
    ...(changedPlans(projection).length > 0
      ? ['The projection assumes that customers use the same share of a larger limit.']
      : []),
    `If ${more}, the peak is ${perSecond(busier.rps)}: ${fitsBusier(projection, headroom) ? 'that fits, too' : 'that was not shown to fit'}.`,
    headroom === null
      ? 'No step met all objectives.'
      : `Headroom: the objectives were met up to ${levelName(headroom)} of the projected peak (${perSecond(headroom * after.rps)}).`,
    ...(knee === null ? [] : [`Knee: above about ${perSecond(knee)}, responses fall behind.`]),
  ];
}

export function unshown(capacity: CapacityNumbers): string[] {
  const { steps, notOffered, mix, writes, verdict, shownBy } = capacity;
  const highest = Math.max(0, ...steps.map(({ level }) => level));
  const ended =
    notOffered.length > 0
      ? `${levelNames(notOffered)}: not tested, the run ended at ${levelName(highest)}`
      : `load above ${levelName(highest)} of the projected peak: not planned`;
  const proof = verdict === 'fits' ? steps.find(({ level }) => level === shownBy) : undefined;
  return [
    ...openSteps(capacity),
    ...(proof === undefined ? [] : [`peaks longer than ${secondsOf(proof)} s: not tested`]),
    ...(mix.list === 1 ? ['the load was 100 % lists (one URL): no gets, no creates'] : []),
    ...(writes.asReads ? [`creates: the ${percent(writes.projected)} of the projection were sent as reads`] : []),
    ...plansOutside(capacity),
    ...limitsOfDay(capacity),
    ended,
  ];
}

const levelNames = (levels: readonly number[]) => levels.map(levelName).join(', ');

/** The steps that show nothing, by reason, except the one that the verdict is about. */
function openSteps({ steps, headroom, verdict }: CapacityNumbers): string[] {
  const decisive = verdict === 'not-proven' ? (peakStep(steps) ?? steps.at(-1)) : undefined;
  const isOpen = (step: JudgedStep) =>
    step.verdict === 'invalid' || (step.verdict === 'open' && step.level > (headroom ?? 0));
  const open = steps.filter((step) => step !== decisive && isOpen(step));
  const alike = groupBy(open, ({ because }) => because.join('; '));
  return [...alike].map(([reason, some]) => `${levelNames(some.map(({ level }) => level))}: ${reason}`);
}

function plansOutside({ projection }: CapacityNumbers): string[] {
  const outside = PLAN_NAMES.filter((name) => !projection.plans.some(({ plan }) => plan === name)).map(planName);
  return outside.length === 0 ? [] : [`${outside.join(', ')}: not in the peak, because no customers are stated`];
}

const MINUTES_OF_DAY = 1_440;

/** How long a customer can keep the projected use, if the daily limit ends it. */
function limitsOfDay({ projection }: Pick<CapacityNumbers, 'projection'>): string[] {
  const reached = projection.plans.flatMap(({ plan, perDay = Infinity, use, changed }) => {
    const minutes = Math.round(perDay / (use * changed));
    const words = `${planName(plan)} customers reach ${count(perDay)} requests after ${minutes} min`;
    return minutes < MINUTES_OF_DAY ? [words] : [];
  });
  if (reached.length === 0) return [];
  const unchanged = changedPlans(projection).length === 0 ? '' : '; the change does not raise them';
  return [`daily limits: at this use, ${reached.join(', ')}${unchanged}`];
}

/** Which limits of the only changed plan fit and which do not, by the steps alone. */
function limitSentence(capacity: CapacityNumbers): string {
  const bracket = limitBracket(capacity.projection, capacity);
  if (bracket === undefined) return '';
  const { fits, exceeds } = bracket;
  const name = planName(bracket.plan);
  if (exceeds !== null && exceeds <= 0) return ` No ${name} limit fits: the other plans alone miss an objective.`;
  if (fits <= 0) return exceeds === null ? '' : ` A ${name} limit of ${count(exceeds)} does not fit.`;
  return ` In this run, a ${name} limit of ${count(fits)} fits${exceeds === null ? '' : `, and ${count(exceeds)} does not`}.`;
}

const secondsOf = ({ planned, rps }: JudgedStep): number => Math.round(planned / rps);

function roughSentence({ steps }: CapacityNumbers): string {
  // A step that lacks an instance is invalid, and seems shorter than it was.
  const seconds = Math.min(...steps.filter(({ verdict }) => verdict !== 'invalid').map(secondsOf));
  if (seconds >= DEFAULT_STEP_SECONDS) return '';
  return ` These figures are rough: steps took ${seconds} s (default: at least ${DEFAULT_STEP_SECONDS} s).`;
}

/** Cells of text: the first row is the head. */
export type Table = readonly (readonly string[])[];

/** A value with its 95 % interval; `?` if too few were measured for an upper bound. */
const interval = ({ value, from, to }: Measured, textOf: (value: number) => string): string =>
  `${textOf(value)} [${textOf(from)}–${to === null ? '?' : textOf(to)}]`;

/** A row for each step, with 95 % intervals of what has an objective. The rate of the responses is shown only if it fell behind. */
function stepsTable({ steps, objectives, knee }: CapacityNumbers): Table {
  const answered = (text: string) => (knee === null ? [] : [text]);
  const latencies = ({ latency }: JudgedStep) =>
    QUANTILES.map(({ name, objective }) => {
      // No request got a response.
      if (latency[name].value === 0) return '–';
      return objectives[objective] === undefined ? msDigits(latency[name].value) : interval(latency[name], msDigits);
    });
  return [
    ['load', 'offered', ...answered('answered'), ...QUANTILES.map(({ name }) => `${name} ms`), 'errors %', 'verdict'],
    ...steps.map((step) => [
      levelName(step.level),
      offeredText(step),
      // The responses to the warm-up could exceed the offered rate.
      ...answered(rateText(Math.min(step.completedRps, offeredRps(step)))),
      ...latencies(step),
      interval(step.errors, percentDigits),
      step.verdict,
    ]),
  ];
}

/** The actual rate, with the planned one if they differ: `46.7 of 48/s`. */
function offeredText(step: JudgedStep): string {
  const [actual, planned] = [rateText(offeredRps(step)), rateText(step.rps)];
  return actual === planned ? actual : `${actual.slice(0, -2)} of ${planned}`;
}

const offeredRps = ({ rps, sent, planned }: JudgedStep) => rps * Math.min(1, sent / Math.max(1, planned));

const STATUS_OF_VERDICT = { within: 'passed', beyond: 'failed', open: 'inconclusive', invalid: 'skipped' } as const;

export type LatencyFigure = ReturnType<typeof latencyFigure>;

/** Latency against offered load, with the objectives, the projected peaks and the knee. */
function latencyFigure({ steps, objectives, projection: { before, after, busier }, knee }: CapacityNumbers) {
  const loads = {
    today: before.rps,
    'projected peak': after.rps,
    [`+${percent(BUSIER - 1)} active`]: busier.rps,
    knee: knee ?? 0,
  };
  return {
    kind: 'figure' as const,
    steps: steps.map(({ level, rps, verdict, because, latency, lateP99, lagP99, busy }) => {
      const why = because.join('; ') || 'within all objectives';
      const machine = busy === null ? '' : `, CPU load ${Math.round(busy * 100)} %`;
      const late = `generator ${msText(Math.max(lateP99 ?? 0, lagP99 ?? 0))} late${machine}`;
      const text = `${levelName(level)}: ${why} (${late})`;
      return { level: levelName(level), rps, load: rateText(rps), status: STATUS_OF_VERDICT[verdict], latency, text };
    }),
    objectives: latencyObjectives(objectives).map(({ name, ms: most }) => ({
      text: `${name} ≤ ${count(most)} ms`,
      ms: most,
    })),
    /** In rising order. */
    loads: Object.entries(loads)
      .map(([name, rps]) => ({ text: `${name} ${rateText(rps)}`, rps }))
      .filter(({ rps }) => rps > 0)
      .toSorted((one, other) => one.rps - other.rps),
  };
}

export type CapacityBlock = Exclude<ReturnType<typeof capacityBlocks>[number], string>;

/** The section of a capacity run; a sentence is a text. */
export const capacityBlocks = (capacity: CapacityNumbers) => [
  ...(capacity.steps.length === 0 ? [] : [latencyFigure(capacity)]),
  { kind: 'table' as const, title: 'Steps (in brackets: 95 % intervals)', table: stepsTable(capacity) },
  ...peakSentences(capacity),
  { kind: 'table' as const, title: 'Projection', table: projectionTable(capacity) },
];

function projectionTable({ projection: { plans, before, after, busier } }: CapacityNumbers): Table {
  return [
    ['plan', 'customers', 'active', 'use', 'requests/min', 'today', 'after'],
    ...plans.map(({ plan, subscribers, activeAtPeak, use, perMinute = 0, changed, ...one }) => [
      planName(plan),
      count(subscribers),
      percent(activeAtPeak),
      percent(use),
      `${perMinute === 0 || perMinute === changed ? '' : `${count(perMinute)} → `}${count(changed)}`,
      rateText(one.before.rps),
      rateText(one.after.rps),
    ]),
    ['all', '', '', '', '', rateText(before.rps), rateText(after.rps)],
    [`${percent(BUSIER - 1)} more active`, '', '', '', '', '', rateText(busier.rps)],
  ];
}
