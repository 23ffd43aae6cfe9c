import {
  bracketOf,
  busierPercent,
  changedPlans,
  fitsBusier,
  isClose,
  type JudgedStep,
  limitBracket,
  narrowing,
  SHORTEST_SECONDS,
} from '../../capacity/index.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import { plural } from '../text/count.ts';
import { planName } from './words.ts';

/** Which limits of the changed plan fit and which do not, by the steps alone; or why the run names none. */
export function limitSentence(capacity: CapacityNumbers): string {
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

/** Whether the sentence names a limit that fits, one that does not, and what is between them. */
export function namesBothEnds(capacity: CapacityNumbers): boolean {
  const { fits, exceeds } = limitBracket(capacity.projection, capacity.steps) ?? { fits: null, exceeds: null };
  return roughness(capacity) === undefined && fits !== null && fits > 0 && exceeds !== null && exceeds > 0;
}

/** The length of the steps, for an answer in which neither the limits nor what is not shown names it. */
export function unnamedLength(capacity: CapacityNumbers): string {
  const { fits = null } = limitBracket(capacity.projection, capacity.steps) ?? {};
  const namesLimits = roughness(capacity) !== undefined || (fits ?? 0) > 0;
  const isNamed = capacity.verdict === 'fits' || (capacity.verdict === 'does-not-fit' && namesLimits);
  return isNamed || capacity.steps.length === 0 ? '' : ` in steps of ${secondsOf(capacity.steps.at(-1))} s`;
}

/** The limits about which the run says nothing. */
export function untestedLimits(capacity: CapacityNumbers): string[] {
  const { fits = null, exceeds = null, plan = '' } = limitBracket(capacity.projection, capacity.steps) ?? {};
  if (exceeds === null || exceeds <= 1 || roughness(capacity) !== undefined) return [];
  const above = fits !== null && fits > 0 ? ` above ${fits} and` : '';
  return exceeds - (fits ?? 0) < 2 ? [] : [`${planName(plan)} limits${above} below ${exceeds}: ${between(capacity)}`];
}

/** The options of a run that narrows the limits that fit; of a longer run of the same limit, if a step between them is open. */
export function narrowingRun({ projection, steps }: CapacityNumbers): string | undefined {
  const { within, beyond } = bracketOf(steps);
  const between = steps.filter(({ level }) => level > (within ?? 0) && level < (beyond ?? Number.POSITIVE_INFINITY));
  const open = between.find(isUndecided);
  if (open !== undefined && limitBracket(projection, steps) !== undefined) return longer(open, projection);
  const next = narrowing(projection, steps);
  return next && `--change ${next.plan}=${next.perMinute} --steps ${next.percents.join(',')}`;
}

/** The options of a longer run, if only a longer step is missing for an answer. */
export function decidingRun({ verdict, projection, steps }: CapacityNumbers): string | undefined {
  const peak = steps.find(({ level }) => level >= 1);
  return verdict === 'not-proven' && peak !== undefined && isUndecided(peak) ? longer(peak, projection) : undefined;
}

/** A longer step does not help if the service kept requests waiting. */
const isUndecided = ({ verdict, swamped }: JudgedStep) => verdict === 'open' && !swamped;

/** The options of a longer run of the largest limit that fits; undefined if the deciding step shows it, or the run names none. */
export function confirmingRun(capacity: CapacityNumbers): string | undefined {
  const { projection, steps, shownBy } = capacity;
  const step = largest(capacity);
  const limits = limitBracket(projection, steps);
  if (limits === undefined || step === undefined || step.level === shownBy || roughness(capacity) !== undefined)
    return undefined;
  return longer(step, projection);
}

/** A longer step is this many times as long. */
const LONGER = 5;

function longer(step: JudgedStep, projection: CapacityNumbers['projection']): string | undefined {
  const duration = `--step-duration ${LONGER * secondsOf(step)}`;
  const limits = limitBracket(projection, [step]);
  if (limits === undefined) return `--steps ${Math.round(100 * step.level)} ${duration}`;
  const limit = limits.limitAt(step.level);
  return limit < 1 ? undefined : `--change ${limits.plan}=${limit} --steps 100 ${duration}`;
}

/** The option of a run that tests more activity; undefined if this run decided that. */
export function busierRun({ projection, steps, headroom }: CapacityNumbers): string | undefined {
  const percent = busierPercent(projection);
  const isRefuted = (bracketOf(steps).beyond ?? Number.POSITIVE_INFINITY) * 100 <= percent;
  return isRefuted || fitsBusier(projection, headroom) ? undefined : `--steps 100,${percent}`;
}

function between({ steps }: CapacityNumbers): string {
  const { within, beyond } = bracketOf(steps);
  const isTested = steps.some(({ level }) => level > (within ?? 0) && level < (beyond ?? 0));
  return `nothing was ${isTested ? 'shown' : 'tested'} in this run`;
}

const largest = ({ steps }: CapacityNumbers): JudgedStep | undefined =>
  steps.find(({ level }) => level === bracketOf(steps).within);

export const secondsOf = (step: JudgedStep | undefined): number =>
  step === undefined ? 0 : Math.round(step.planned / step.rps);

/** What replaces the limits if a step was shorter than the default. */
function roughness({ steps }: CapacityNumbers): string | undefined {
  // A step that lacks an instance is invalid, and seems shorter than it was.
  const valid = steps.filter(({ verdict }) => verdict !== 'invalid');
  const seconds = Math.min(...valid.map(secondsOf));
  if (seconds >= SHORTEST_SECONDS) return undefined;
  return ` These figures are rough: steps took ${seconds} s (default: at least ${SHORTEST_SECONDS} s).`;
}
