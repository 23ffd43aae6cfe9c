import { peakStep } from '../../capacity/judge-steps.ts';
import { changedPlans, limitBracket } from '../../capacity/projection.ts';
import { configOption } from '../../exchange/trace.ts';
import { shellWord } from '../../text/inert.ts';
import { unbroken } from '../../text/wrap.ts';
import type { CapacityNumbers, Result } from '../result.ts';
import { changedLimits } from './capacity-blocks.ts';
import { commandForService } from './commands.ts';
import type { Row } from './rows.ts';
import type { GateProblem } from './verdict-block.ts';

/** Makes a command of storecheck, which a line break must not split. */
type Command = (words: string) => string;

const FIX = 'fix the problem above and run again';
const UNINTERRUPTED = 'run it again without interrupting it';
const QUIET =
  'run again on a quiet or another machine, only the deciding step (--steps 100), or share the load (--distribute). The generator may be late by a tenth of the smallest latency objective, at least 10 ms';
const KEYS =
  'check the keys and run again: each must be valid and of the plan that its --key names, --enterprise must be the limit of the Enterprise keys, and no other client may use them';

/** What to do next: the advice of the first situation that holds; undefined if nothing is open. */
export function adviceFor(result: Result, rows: readonly Row[], gate: readonly GateProblem[], command: Command) {
  const { capacity, run, target, settings } = result;
  const of = (status: Row['status']) => rows.filter((row) => row.status === status && row.explainedBy === undefined);
  const failed = of('failed');
  const failing = gate.filter(({ failsRun }) => failsRun);
  /** The steps of a capacity run that proves nothing. */
  const invalid =
    capacity?.verdict === 'not-proven' ? capacity.steps.filter(({ verdict }) => verdict === 'invalid') : [];
  /** What to look at next: musts without evidence, then warnings. */
  const open = [...of('inconclusive').filter(({ level }) => level === 'must'), ...of('warning')];
  const isInterrupted = run.end === 'interrupted';
  const explain = ([row]: readonly Row[]) => command(`explain ${row?.id ?? ''}`);
  const forService = (words: string) => command(commandForService(words, result));
  const situations: readonly (readonly [holds: boolean, advice: string | undefined])[] = [
    [result.setUp !== undefined, FIX],
    // A capacity run
    [isInterrupted && capacity !== undefined && capacity.verdict !== 'does-not-fit', UNINTERRUPTED],
    [capacity?.verdict === 'fits', afterFit(result, command)],
    [capacity?.verdict === 'does-not-fit' && isChange(capacity), smallerChange(result, command)],
    [invalid.some((step) => step.invalid === 'keys'), KEYS],
    // The pods of a cluster run a plan once.
    [invalid.some((step) => step.invalid === 'run' && step.together), 'write a new plan and run it'],
    [isPeakOpen(result), 'run again with a longer --step-duration, or try a smaller change'],
    [invalid.some((step) => step.invalid !== 'machine'), FIX],
    [invalid.some((step) => step.together), 'use more pods (--parallelism), or one pod per node'],
    [invalid.length > 0, QUIET],
    // What fails a run
    [failed.length > 0, explain(failed)],
    [failing.length > 0, fixGate(failing)],
    // A run that ended early
    [isInterrupted, UNINTERRUPTED],
    [run.end === 'unanswered', 'see whether the service is up, and run again'],
    [run.end === 'time-budget', 'run it again with a longer --max-duration'],
    [run.end === 'request-budget', 'run it again with a larger --max-requests'],
    [run.writeError !== undefined, FIX],
    [run.endDetail !== undefined, 'run it again when the daily limit allows it, or with another key'],
    // What is not proven
    [result.notes.some(({ code }) => code === 'key-set-up'), FIX],
    [open.length > 0, explain(open)],
    // Nothing is open
    [settings.partial, 'run it again without --only and --skip: a run that excludes a must cannot pass'],
    [run.command === 'check' && target.class !== 'production', `test the rate limits: ${forService('limits')}`],
    [run.command === 'limits', `test the other requirements: ${forService('check')}`],
    [
      run.command === 'run' && settings.exploration === undefined,
      `search deeper: ${forService('check --depth thorough')}`,
    ],
  ];
  return situations.find(([holds]) => holds)?.[1];
}

const isChange = ({ projection }: CapacityNumbers) => changedPlans(projection).length > 0;

/** Whether only more requests are missing for a verdict: they do not help if the service kept requests waiting. */
function isPeakOpen({ capacity, run }: Result): boolean {
  if (run.end !== 'complete' || capacity?.verdict !== 'not-proven') return false;
  const peak = peakStep(capacity.steps);
  return peak?.verdict === 'open' && !peak.swamped;
}

const fixGate = ([problem, ...more]: readonly GateProblem[]) =>
  problem && `${problem.name}: ${problem.text}${more.length === 0 ? '' : `; and ${more.length} more`}`;

/** With the command that tests a smaller limit, if only one changes. */
function smallerChange(result: Result, command: Command): string {
  const { capacity } = result;
  const { plan = '', smaller } = (capacity && limitBracket(capacity.projection, capacity)) ?? {};
  if (smaller === undefined) return 'try a smaller change';
  const change = shellWord(`${plan}=${smaller}`);
  return `try a smaller change: ${command(`${commandForService('capacity', result)} --change ${change} --steps 100`)}`;
}

/** How to verify the change; undefined if no limit changes. Without the setting, `limits` expects the limits before the change. */
function afterFit(result: Result, command: Command): string | undefined {
  const { capacity } = result;
  if (capacity === undefined || !isChange(capacity)) return undefined;
  const limits = changedLimits(capacity);
  const [, file = 'storecheck.yaml'] = configOption(result.settings);
  const setting = limits === undefined ? '' : `set ${unbroken(limits)} in ${file}, and `;
  const [one, ...more] = changedPlans(capacity.projection).map(({ plan }) => plan);
  const limitsOfPlan = commandForService('limits', result, limits === undefined || more.length > 0 ? undefined : one);
  return `after the change, ${setting}verify the new limit with a key of the plan: ${command(limitsOfPlan)}`;
}
