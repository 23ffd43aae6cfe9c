import { changedPlans } from '../../capacity/projection.ts';
import type { CapacityNumbers, Result } from '../../result/result.ts';
import type { Row } from '../../result/summary/causes.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { changedLimits } from '../capacity/answer.ts';
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
    return afterFit(capacity, command(['limits', targetOf(result), ...loadPermission(result)].join(' ')));
  if (capacity?.verdict === 'does-not-fit' && changedPlans(capacity.projection).length > 0)
    return 'try a smaller change';
  const invalid = capacity?.verdict === 'not-proven' ? capacity.steps.flatMap((step) => step.invalid ?? []) : [];
  if (invalid.includes('keys')) return KEYS;
  if (invalid.length > 0 && reasonsIn(capacity?.steps ?? []).some((code) => PODS.includes(code)))
    return 'write a new plan and run it';
  if (run.end === 'complete' && capacity !== undefined && isPeakOpen(capacity))
    return 'run again with a longer --step-duration, or try a smaller change';
  if (invalid.length > 0) return invalid.every((kind) => kind === 'machine') ? QUIET : FIX;
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
const QUIET =
  'run again on a quiet or another machine, only the deciding step (--steps 100), or share the load (--distribute). The generator may be late by a tenth of the smallest latency objective, at least 10 ms';
const KEYS =
  'check the keys and run again: each must be valid and of the plan that its --key names, --enterprise must be the limit of the Enterprise keys, and no other client may use them';
const UNINTERRUPTED = 'run it again without interrupting it';

/** The pods of a cluster run a plan once. */
const PODS: readonly string[] = ['pod-failed', 'pod-journals-missing'];

const reasonsIn = (steps: NonNullable<Result['capacity']>['steps']) =>
  steps.flatMap(({ reasons = [] }) => reasons.map(({ code }) => code));

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

/** How to verify the change; undefined if no limit changes. Without the setting, `limits` expects the limits before the change. */
function afterFit(capacity: CapacityNumbers, verify: string): string | undefined {
  if (changedPlans(capacity.projection).length === 0) return undefined;
  const limits = changedLimits(capacity);
  const setting = limits === undefined ? '' : `set ${unbroken(limits)} in storecheck.yaml, and `;
  return `after the change, ${setting}verify the new limit with ${verify}`;
}

/** Whether only more requests are missing for an answer: they do not help if the service kept requests waiting. */
function isPeakOpen({ verdict, steps }: CapacityNumbers): boolean {
  const peak = steps.find(({ level }) => level >= 1);
  return verdict === 'not-proven' && peak?.verdict === 'open' && !peak.swamped;
}

/** A target without a name in the configuration is called like its host. */
function targetOf({ target: { name, baseUrl }, settings: { windowSeconds } }: Result): string {
  const target = baseUrl.includes(`//${name}/`) ? `--base-url ${brief(baseUrl)}` : `--target ${brief(name)}`;
  return windowSeconds === 60 ? target : `${target} --window ${windowSeconds}`;
}

const loadPermission = ({ target }: Result): string[] => (target.class === 'production' ? ['--allow-load'] : []);
