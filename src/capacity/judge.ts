import type { CapacityJudgement, JudgedStep } from './result-schema.ts';

/** If responses fall below this share of the offered requests, a queue grows. */
const KEEPS_UP = 0.98;
const FEWEST_BEHIND = 20;

/** One verdict from all steps. The projected peak is level 1; a higher step that passes proves it, too. */
export function judgeCapacity(steps: readonly JudgedStep[]): CapacityJudgement {
  // The lowest valid step counts; higher ones are not a second chance.
  const peak = steps.find(({ verdict, level }) => verdict !== 'invalid' && level >= 1);
  const held = peak?.verdict === 'within' ? peak : undefined;
  const broken = steps.find(({ verdict, level }) => verdict === 'beyond' && level <= 1);
  const common = { headroom: headroomOf(steps), knee: kneeOf(steps) };
  if (held !== undefined && broken === undefined)
    return { verdict: 'fits', shownBy: held.level, because: [], ...common };
  if (broken !== undefined && held === undefined)
    return { verdict: 'does-not-fit', shownBy: broken.level, because: broken.because, ...common };
  return { verdict: 'not-proven', shownBy: null, because: whyNot(steps, held, broken), ...common };
}

function whyNot(steps: readonly JudgedStep[], held?: JudgedStep, broken?: JudgedStep): readonly string[] {
  if (held !== undefined && broken !== undefined)
    return [
      `the service missed objectives at ${name(broken)} but met them at ${name(held)}: something else disturbed the run`,
    ];
  const decisive = steps.find(({ level }) => level >= 1) ?? steps.at(-1);
  if (decisive === undefined) return ['nothing was sent'];
  const where = decisive.level >= 1 ? `at ${name(decisive)}` : `the run ended at ${name(decisive)}`;
  return decisive.because.length === 0
    ? [`${where}, below the projected peak`]
    : decisive.because.map((reason) => `${where}: ${reason}`);
}

const name = ({ level }: JudgedStep) => `${Math.round(level * 100)} %`;

/** No lower step may have missed an objective. */
function headroomOf(steps: readonly JudgedStep[]): number | null {
  const first = steps.findIndex(({ verdict }) => verdict === 'beyond');
  const before = first === -1 ? steps : steps.slice(0, first);
  return before.findLast(({ verdict }) => verdict === 'within')?.level ?? null;
}

/** The knee: above this rate, the completed rate no longer grows. */
function kneeOf(steps: readonly JudgedStep[]): number | null {
  const behind = steps.filter(
    ({ invalid, completedRps, rps, planned }) =>
      invalid === undefined && completedRps < KEEPS_UP * rps && (1 - completedRps / rps) * planned >= FEWEST_BEHIND,
  );
  return behind.length === 0 ? null : Math.max(...behind.map(({ completedRps }) => completedRps));
}
