import type { Stated } from '../../capacity/index.ts';
import { type QuotaOverride, statedQuota } from '../../config/index.ts';
import { milliseconds, shareOf } from '../../config/units.ts';
import { isPlanName, type PlanName, QUOTAS, type Quota } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from './call.ts';

const MOST = 999_999_999;

/** Reads an integer in a range (inclusive), or adds a problem; undefined if nothing was typed. */
export function wholeNumber(text: string, option: string, problems: Problems, from?: number, to?: number): number;
export function wholeNumber(text: string | undefined, option: string, problems: Problems): number | undefined;
export function wholeNumber(text: string | undefined, option: string, problems: Problems, from = 1, to = MOST) {
  if (text === undefined) return undefined;
  const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    problems.add(
      `${option}: ${JSON.stringify(text)} is not a whole number from ${from}${to === MOST ? '' : ` to ${to}`}`,
    );
  return value;
}

/** A kind of measured value: how it is written, its maximum, and its name in messages. */
const MEASURES = {
  duration: {
    pattern: /^\d{1,9}(\.\d{1,3})? ?(ms|s|m|h)?$/,
    read: milliseconds,
    most: 86_400_000,
    name: 'a duration above 0 and up to a day, e.g. 500ms, 60s, 2m, 1h',
  },
  latency: {
    pattern: /^\d+(\.\d+)?(ms|s)$/,
    read: milliseconds,
    most: Number.POSITIVE_INFINITY,
    name: 'a duration above 0, e.g. 300ms',
  },
  percentage: { pattern: /^\d+(\.\d+)?%$/, read: shareOf, most: 1, name: 'a percentage above 0, e.g. 0.1%' },
} as const;

/** Reads a value above 0: durations in milliseconds (60 is 60 s), percentages as shares. Adds a problem for anything else. */
export function measure(
  kind: keyof typeof MEASURES,
  text: string | undefined,
  option: string,
  problems: Problems,
): number | undefined {
  if (text === undefined) return undefined;
  const { pattern, read, most, name } = MEASURES[kind];
  const value = pattern.test(text) ? read(text) : 0;
  return value > 0 && value <= most ? value : problems.add(`${option}: ${JSON.stringify(text)} is not ${name}`);
}

export function isoDate(text: string, option: string, problems: Problems): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    problems.add(`${option}: ${JSON.stringify(text)} is not a date (YYYY-MM-DD)`);
  return text;
}

/** Reads the limits of a contract: `N` requests/min, or `N/DAY`. */
export function contract(text: string | undefined, option: string, problems: Problems): QuotaOverride | undefined {
  if (text === undefined) return undefined;
  const [, perMinute, perDay] = /^([1-9]\d{0,8})(?:\/([1-9]\d{0,8}))?$/.exec(text) ?? [];
  if (perMinute === undefined)
    return problems.add(
      `${option}: ${JSON.stringify(text)} is not a limit in requests/min, or with the limit per day, e.g. 5000 or 5000/1000000`,
    );
  return { perMinute: Number(perMinute), perDay: perDay === undefined ? undefined : Number(perDay) };
}

/** The limits of a plan, as far as known: from flags (Enterprise), else from the file, else from the specification. */
export type QuotaOf = (plan: string) => { readonly perMinute: Stated | undefined; readonly perDay: number | undefined };

export function readQuotas({ flags, from, problems }: Call): QuotaOf {
  const { config, target, file = '' } = from;
  const stated = contract(flags.enterprise, '--enterprise', problems);
  const { perMinute, perDay } = stated ?? {};
  return (plan) => {
    const { perMinute: value, perDay: day } = isPlanName(plan)
      ? statedQuota(plan, config?.plans ?? {}, target)
      : (config?.capacity?.plans.get(plan) ?? {});
    if (plan === 'enterprise' && perMinute !== undefined)
      return { perMinute: { value: perMinute, origin: '--enterprise' }, perDay: perDay ?? day };
    if (value === undefined) return { perMinute: undefined, perDay: undefined };
    const ofSpec = isPlanName(plan) && QUOTAS[plan] !== null && config?.plans[plan]?.perMinute === undefined;
    return {
      perMinute: { value, origin: ofSpec ? 'the specification' : file },
      perDay: (plan === 'enterprise' ? perDay : undefined) ?? day,
    };
  };
}

/** Both limits of a plan. The default limit per day is a day at the full rate. */
export function fullQuota(plan: PlanName, quotaOf: QuotaOf, problems: Problems): Quota {
  const { perMinute, perDay } = quotaOf(plan);
  if (perMinute === undefined)
    problems.missing('the limit of the enterprise key is missing: add --enterprise N/DAY from the contract');
  const value = perMinute?.value ?? 1;
  return { perMinute: value, perDay: perDay ?? value * 1_440 };
}
