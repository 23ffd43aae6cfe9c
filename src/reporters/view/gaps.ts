import type { Result } from '../../result/result.ts';
import type { Cause, Row } from '../../result/summary/causes.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { RESET_ROUNDING_MS } from '../../spec/headers.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { cut, plain } from '../../text/inert.ts';
import { unshown } from '../capacity/answer.ts';
import { planName } from '../capacity/words.ts';
import { notJudgedBy } from './not-judged.ts';

/** How a gap begins. */
export const GAP_KINDS = {
  'set-up': 'Set-up.',
  open: 'Inconclusive:',
  note: 'Note:',
  apart: 'Not applicable:',
  skipped: 'Skipped:',
  key: 'Not tested:',
  limits: 'Not tested:',
  load: 'Not shown:',
  resolution: 'Precision:',
} as const;

/** Something that the verdict does not cover. `open` keeps a run from passing; the others limit what a pass means. */
export interface Gap {
  readonly kind: keyof typeof GAP_KINDS;
  readonly words: string;
  readonly rows: readonly Row[];
}

const gap = (kind: Gap['kind'], words: string, rows: readonly Row[] = []): Gap => ({ kind, words, rows });

/** What this run does not prove, the most important first. */
export function gapsOf(summary: Summary): Gap[] {
  const { result, notes, inconclusive, plans } = summary;
  const { setUp, capacity } = result;
  const noted = notes.map(({ message }) => gap('note', message));
  // The sentence of the answer already has this reason.
  if (capacity !== undefined) return [...unshown(capacity).map((words) => gap('load', words)), ...noted];
  const reasons = (kind: Gap['kind'], causes: Summary['inconclusive']) =>
    causes
      .map(({ rows, consequences }) => gap(kind, rows[0]?.reason ?? '', [...rows, ...consequences]))
      .sort((a, b) => b.rows.length - a.rows.length);
  const { excluded, needing, needed, notApplicable } = notJudgedBy(summary);
  const hasMust = ({ rows }: Cause) => rows.some(({ level }) => level === 'must');
  const isSelected = ({ rows }: Cause) => rows[0]?.code !== 'not-selected';
  const { isCoarse, gaps: resolution } = resolutionOf(plans);
  return [
    ...(isCoarse ? resolution : []),
    ...(setUp === undefined ? [] : [gap('set-up', `${setUp.message} ${setUp.fix}`)]),
    ...reasons('open', inconclusive),
    ...noted,
    ...(isCoarse ? [] : resolution),
    ...reasons('apart', notApplicable.filter(hasMust)),
    ...(setUp === undefined ? notExhausted(plans.map(({ plan }) => plan)) : []),
    ...reasons('skipped', excluded.filter(isSelected)),
    ...(needing.length === 0
      ? []
      : [
          gap(
            'skipped',
            needed,
            needing.flatMap(({ rows }) => rows),
          ),
        ]),
  ];
}

/** The share of a window from which the resolution limits a pass more than anything else. */
const COARSE = 0.05;

/** Seconds in the window of the specification. */
const MINUTE = 60;

/** Moments that the run cannot distinguish, because Reset has whole seconds. */
function resolutionOf(plans: Summary['plans']): { readonly isCoarse: boolean; readonly gaps: Gap[] } {
  const [widest] = plans
    .flatMap(({ plan, numbers: { resolutionMs, windowSeconds } }) =>
      typeof resolutionMs === 'number' ? [{ plan, seconds: Math.ceil(resolutionMs / 100) / 10, windowSeconds }] : [],
    )
    .sort((a, b) => b.seconds - a.seconds);
  if (widest === undefined) return { isCoarse: false, gaps: [] };
  const { plan, seconds, windowSeconds } = widest;
  const rounding = RESET_ROUNDING_MS / 1_000;
  const parts = `the header has whole seconds, and the run knows the service's clock only to within ${(seconds - rounding).toFixed(1)} s (measured with the ${plain(cut(plan, 40))} key)`;
  const isCoarse = seconds > COARSE * windowSeconds;
  const share = (window: number) => `${Math.round((100 * seconds) / window)} % of a window of ${window} s`;
  const minute = isCoarse && windowSeconds < MINUTE ? `, but only ${share(MINUTE)}` : '';
  const words = `the run cannot notice an X-RateLimit-Reset that is wrong by less than ${seconds} s, because ${parts}. An error of ${seconds} s is ${share(windowSeconds)}${minute}`;
  const rows = plans.flatMap((plan) => plan.rows.filter(({ resolution }) => resolution !== undefined));
  return { isCoarse, gaps: [gap('resolution', words, rows)] };
}

/** A plan without a key is not tested. */
function notExhausted(tested: readonly string[]): Gap[] {
  const missing = PLAN_NAMES.filter((plan) => !tested.includes(plan));
  if (missing.length === 0) return [];
  if (missing.length === PLAN_NAMES.length)
    return [gap('limits', 'all limits; `storecheck limits` shows whether they are enforced')];
  return [
    gap(
      'key',
      `the limits of ${missing.map(planName).join(', ')}, because this run has no key of ${missing.length === 1 ? 'this plan' : 'these plans'}`,
    ),
  ];
}

/** What no run proves. */
export function notTestable({ capacity, run }: Result): string {
  if (capacity !== undefined)
    return 'whether customers behave as projected, and whether another deployment has the same capacity';
  return run.command === 'limits'
    ? 'a limit that is one request too low without a sign in the headers, and a refill that is too fast by less than half'
    : 'animals beyond the first 100 of a list, and operations that the specification does not list';
}
