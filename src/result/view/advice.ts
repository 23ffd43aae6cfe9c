import { peakStep } from '../../capacity/judge-steps.ts';
import { changedPlans, limitBracket } from '../../capacity/projection.ts';
import type { JudgedStep } from '../../capacity/result-schema.ts';
import { shellWord } from '../../text/inert.ts';
import { unbroken } from '../../text/wrap.ts';
import type { CapacityNumbers, Result } from '../result.ts';
import { changedLimits } from './capacity-blocks.ts';
import { commandForService, configOf } from './commands.ts';
import type { Row } from './rows.ts';
import type { GateProblem } from './verdict-block.ts';

interface AdviceInput {
  readonly result: Result;
  readonly gate: readonly GateProblem[];
  readonly failed: readonly Row[];
  /** The steps of a capacity run that proves nothing. */
  readonly invalid: readonly JudgedStep[];
  /** What to look at next: musts without evidence, then warnings. */
  readonly open: readonly Row[];
  /** A command of storecheck, which a line break must not split. */
  readonly command: (words: string) => string;
}

type Advice = string | ((run: AdviceInput) => string | undefined);

const FIX = 'fix the problem above and run again';
const UNINTERRUPTED = 'run it again without interrupting it';
const QUIET =
  'run again on a quiet or another machine, only the deciding step (--steps 100), or share the load (--distribute). The generator may be late by a tenth of the smallest latency objective, at least 10 ms';
const KEYS =
  'check the keys and run again: each must be valid and of the plan that its --key names, --enterprise must be the limit of the Enterprise keys, and no other client may use them';

const ADVICE: readonly (readonly [holds: (run: AdviceInput) => boolean, advice: Advice])[] = [
  [({ result }) => result.setUp !== undefined, FIX],
  // A capacity run
  [({ result }) => isInterrupted(result) && isUndecided(result.capacity), UNINTERRUPTED],
  [({ result }) => result.capacity?.verdict === 'fits', afterFit],
  [({ result }) => result.capacity?.verdict === 'does-not-fit' && isChange(result.capacity), smallerChange],
  [({ invalid }) => invalid.some((step) => step.invalid === 'keys'), KEYS],
  // The pods of a cluster run a plan once.
  [({ invalid }) => invalid.some((step) => step.invalid === 'run' && step.together), 'write a new plan and run it'],
  [({ result }) => isPeakOpen(result), 'run again with a longer --step-duration, or try a smaller change'],
  [({ invalid }) => invalid.some((step) => step.invalid !== 'machine'), FIX],
  [({ invalid }) => invalid.some((step) => step.together), 'use more pods (--parallelism), or one pod per node'],
  [({ invalid }) => invalid.length > 0, QUIET],
  // What fails a run
  [({ failed }) => failed.length > 0, ({ failed, command }) => explain(failed, command)],
  [({ gate }) => gate.some(({ fails }) => fails), ({ gate }) => fixGate(gate.filter(({ fails }) => fails))],
  // A run that ended early
  [({ result }) => isInterrupted(result), UNINTERRUPTED],
  [({ result }) => result.run.end === 'unanswered', 'see whether the service is up, and run again'],
  [({ result }) => result.run.end === 'time-budget', 'run it again with a longer --max-duration'],
  [({ result }) => result.run.end === 'request-budget', 'run it again with a larger --max-requests'],
  [({ result }) => result.run.writeError !== undefined, FIX],
  [
    ({ result }) => result.run.endDetail !== undefined,
    'run it again when the daily limit allows it, or with another key',
  ],
  // What is not proven
  [({ result }) => result.notes.some(({ code }) => code === 'key-set-up'), FIX],
  [({ open }) => open.length > 0, ({ open, command }) => explain(open, command)],
  // Nothing is open
  [
    ({ result }) => result.settings.partial,
    'run it again without --only and --skip: a run that excludes a must cannot pass',
  ],
  [
    ({ result }) => result.run.command === 'check' && result.target.class !== 'production',
    ({ command, result }) => `test the rate limits: ${command(commandForService('limits', result))}`,
  ],
  [
    ({ result }) => result.run.command === 'limits',
    ({ command, result }) => `test the other requirements: ${command(commandForService('check', result))}`,
  ],
  [
    ({ result }) => result.run.command === 'run' && result.settings.exploration === undefined,
    ({ command, result }) => `search deeper: ${command(commandForService('check --depth thorough', result))}`,
  ],
];

/** What to do next; undefined if nothing is open. */
export function adviceFor(run: Pick<AdviceInput, 'result' | 'gate' | 'command'>, rows: readonly Row[]) {
  const { capacity } = run.result;
  const of = (status: Row['status']) => rows.filter((row) => row.status === status && row.explainedBy === undefined);
  const input: AdviceInput = {
    ...run,
    invalid: capacity?.verdict === 'not-proven' ? capacity.steps.filter(({ verdict }) => verdict === 'invalid') : [],
    failed: of('failed'),
    open: [...of('inconclusive').filter(({ level }) => level === 'must'), ...of('warning')],
  };
  const [, advice] = ADVICE.find(([holds]) => holds(input)) ?? [];
  return typeof advice === 'function' ? advice(input) : advice;
}

const isInterrupted = ({ run }: Result) => run.end === 'interrupted';
const isUndecided = (capacity: Result['capacity']) => capacity !== undefined && capacity.verdict !== 'does-not-fit';
const isChange = ({ projection }: CapacityNumbers) => changedPlans(projection).length > 0;

/** Whether only more requests are missing for a verdict: they do not help if the service kept requests waiting. */
function isPeakOpen({ capacity, run }: Result): boolean {
  if (run.end !== 'complete' || capacity?.verdict !== 'not-proven') return false;
  const peak = peakStep(capacity.steps);
  return peak?.verdict === 'open' && !peak.swamped;
}

const explain = ([row]: readonly Row[], command: AdviceInput['command']) => command(`explain ${row?.id ?? ''}`);

const fixGate = ([problem, ...more]: readonly GateProblem[]) =>
  problem && `${problem.name}: ${problem.text}${more.length === 0 ? '' : `; and ${more.length} more`}`;

/** With the command that tests a smaller limit, if only one changes. */
function smallerChange({ result, command }: AdviceInput): string {
  const { capacity } = result;
  const { plan = '', smaller } = (capacity && limitBracket(capacity.projection, capacity)) ?? {};
  if (smaller === undefined) return 'try a smaller change';
  const change = shellWord(`${plan}=${smaller}`);
  return `try a smaller change: ${command(`${commandForService('capacity', result)} --change ${change} --steps 100`)}`;
}

/** How to verify the change; undefined if no limit changes. Without the setting, `limits` expects the limits before the change. */
function afterFit({ result, command }: AdviceInput): string | undefined {
  const { capacity } = result;
  if (capacity === undefined || !isChange(capacity)) return undefined;
  const limits = changedLimits(capacity);
  const [, file = 'storecheck.yaml'] = configOf(result);
  const setting = limits === undefined ? '' : `set ${unbroken(limits)} in ${file}, and `;
  const [one, ...more] = changedPlans(capacity.projection).map(({ plan }) => plan);
  const limitsOfPlan = commandForService('limits', result, limits === undefined || more.length > 0 ? undefined : one);
  return `after the change, ${setting}verify the new limit with a key of the plan: ${command(limitsOfPlan)}`;
}
