import { BUSIER, changedPlans, percent } from '../../capacity/index.ts';
import type { Result } from '../../result/result.ts';
import type { Row } from '../../result/summary/causes.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { REASON_ADVICE } from '../../text/reason-advice.ts';
import { changedLimits } from '../capacity/answer.ts';
import { busierRun, confirmingRun, decidingRun, narrowingRun } from '../capacity/bracket.ts';
import { cut, inert, unbroken } from '../text/inert.ts';
import { gateName, remedy } from '../view/gate.ts';
import type { TerminalOptions } from './options.ts';

const brief = (text: string) => inert(cut(text, 200));

type NextOptions = Pick<TerminalOptions, 'folder' | 'called'>;

/** What to do next; undefined after a demo that passed: its hints say it. */
export function next({ result, of, gate, inconclusive }: Summary, options: NextOptions): string | undefined {
  const { folder, called } = options;
  const { setUp, capacity, run, notes } = result;
  const command = (words: string) => unbroken(`${called} ${words}`);
  const explain = ({ id }: Row) => command(`explain ${brief(id)}`);
  if (setUp !== undefined) return FIX;
  if (capacity !== undefined && capacity.verdict !== 'does-not-fit' && run.end === 'interrupted') return UNINTERRUPTED;
  if (capacity?.verdict === 'fits')
    return afterFit(result, command(['limits', targetOf(result), ...loadPermission(result)].join(' ')));
  if (capacity?.verdict === 'does-not-fit' && changedPlans(capacity.projection).length > 0)
    return `try a smaller change${narrowing(result, ': run again with ')}`;
  const invalid = capacity?.verdict === 'not-proven' ? capacity.steps.flatMap((step) => step.invalid ?? []) : [];
  if (invalid.includes('keys')) return REASON_ADVICE['step-rate-limited'];
  const missing = missingInstances(capacity?.steps ?? []);
  if (missing !== undefined) return `merge the folders of all ${missing} instances: ${command('report RUN… --judge')}`;
  if (invalid.length > 0 && reasonsIn(capacity?.steps ?? []).some((code) => PODS.includes(code)))
    return 'write a new plan and run it';
  const longer = run.end === 'complete' && capacity !== undefined ? decidingRun(capacity) : undefined;
  if (longer !== undefined) return `run again with a longer step, ${unbroken(longer)}, or try a smaller change`;
  if (invalid.length > 0) return invalid.every((kind) => kind === 'machine') ? REASON_ADVICE['late-timers'] : FIX;
  const [failed] = of('failed');
  if (failed !== undefined) return explain(failed);
  const [problem, ...more] = gate.filter(({ fails }) => fails);
  if (problem !== undefined) {
    const todo = remedy(problem, folder ?? 'RUN');
    return `${gateName(problem)}: ${todo}${more.length === 0 ? '' : `; and ${more.length} more above`}`;
  }
  if (run.end === 'interrupted') return UNINTERRUPTED;
  if (run.end === 'time-budget') return 'run it again with a longer --max-duration';
  if (run.writeError !== undefined) return FIX;
  if (run.endDetail !== undefined) return 'run it again when the daily limit allows it, or with another key';
  const open = inconclusive.flatMap(({ rows }) => rows);
  if (open.some(({ code }) => code === 'k6-missing'))
    return `install k6 and run again: ${command('doctor --fix')} builds it with Go, or lists other ways`;
  if (notes.some(({ code }) => code === 'key-set-up')) return FIX;
  const [first] = [...open, ...of('warning')];
  return first === undefined ? nothingOpen(result, command) : explain(first);
}

const FIX = 'fix the problem above and run again';
const UNINTERRUPTED = 'run it again without interrupting it';

/** The pods of a cluster run a plan once; machines of your own can be merged later. */
const PODS: readonly string[] = ['pod-failed', 'pod-journals-missing'];

const reasonsIn = (steps: NonNullable<Result['capacity']>['steps']) =>
  steps.flatMap(({ reasons = [] }) => reasons.map(({ code }) => code));

/** How many instances share the load, if nothing but other instances is missing from the invalid steps. */
function missingInstances(steps: NonNullable<Result['capacity']>['steps']): number | undefined {
  const invalid = steps.filter((step) => step.verdict === 'invalid');
  const codes = reasonsIn(invalid);
  const isMissing = codes.every((code) => code === 'instance-missing' || code === 'instances-missing');
  return codes.length > 0 && isMissing ? invalid[0]?.together?.of : undefined;
}

/** The step after a run without an open question. */
function nothingOpen({ run, settings, target }: Result, command: (words: string) => string): string | undefined {
  if (settings.partial) return 'run it again without --only and --skip: a run that excludes a must cannot pass';
  const withSame = (words: string) => `${command(words)}, with the same target and keys`;
  switch (run.command) {
    case 'check':
      return target.class === 'production' ? undefined : `test the rate limits: ${withSame('limits')}`;
    case 'limits':
      return `test the other requirements: ${withSame('check')}`;
    case 'run':
      return settings.exploration === undefined ? `search deeper: ${withSame('check --depth thorough')}` : undefined;
    default:
      return undefined;
  }
}

/** How to verify the change, to find more, and to test more activity; undefined if nothing is open. */
function afterFit(result: Result, verify: string): string | undefined {
  const { capacity } = result;
  if (capacity === undefined) return undefined;
  const isChanged = changedPlans(capacity.projection).length > 0;
  const [busier, confirming] = [busierRun(capacity), confirmingRun(capacity)];
  const parts = [
    ...(isChanged ? [`after the change, ${settingOf(result)}verify the new limit with ${verify}`] : []),
    confirming === undefined
      ? ''
      : `to confirm the largest limit with a longer step, run again with ${unbroken(confirming)}`,
    narrowing(result, 'to find the largest limit that fits, run again with '),
    busier === undefined ? '' : `to test ${percent(BUSIER - 1)} more activity, run again with ${unbroken(busier)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Without the setting, `limits` expects the limits before the change. */
function settingOf({ capacity }: Result): string {
  const limits = capacity && changedLimits(capacity);
  return limits === undefined ? '' : `set ${unbroken(limits)} in storecheck.yaml, and `;
}

const narrowing = ({ capacity }: Result, words: string): string => {
  const run = capacity && narrowingRun(capacity);
  return run === undefined ? '' : `${words}${unbroken(run)}`;
};

/** A target without a name in the configuration is called like its host. */
function targetOf({ target: { name, baseUrl }, settings: { windowSeconds } }: Result): string {
  const target = baseUrl.includes(`//${name}/`) ? `--base-url ${brief(baseUrl)}` : `--target ${brief(name)}`;
  return windowSeconds === 60 ? target : `${target} --window ${windowSeconds}`;
}

const loadPermission = ({ target }: Result): string[] => (target.class === 'production' ? ['--allow-load'] : []);
