import { bracketOf, isClose, limitBracket } from '../../capacity/bracket.ts';
import { changedPlans } from '../../capacity/projection.ts';
import type { JudgedStep } from '../../capacity/result-schema.ts';
import { SHORTEST_SECONDS } from '../../capacity/steps.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import { plural } from '../../text/count.ts';
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

/** The limits about which the run says nothing. */
export function untestedLimits(capacity: CapacityNumbers): string[] {
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
