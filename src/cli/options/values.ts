import { type QuotaOverride, statedQuota } from '../../config/config.ts';
import { milliseconds } from '../../config/units.ts';
import { isPlanName, type PlanName, type Quota } from '../../spec/plans.ts';
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

const DURATION = /^\d{1,9}(\.\d{1,3})? ?(ms|s|m|h)?$/;
const LONGEST_MS = 86_400_000;

/** Reads a duration in milliseconds (60 is 60 s). Adds a problem for anything else. */
export function duration(text: string | undefined, option: string, problems: Problems): number | undefined {
  if (text === undefined) return undefined;
  const value = DURATION.test(text) ? milliseconds(text) : 0;
  return value > 0 && value <= LONGEST_MS
    ? value
    : problems.add(
        `${option}: ${JSON.stringify(text)} is not a duration above 0 and up to a day, e.g. 500ms, 60s, 2m, 1h`,
      );
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
export type QuotaOf = (plan: string) => QuotaOverride;

export function readQuotas({ flags, from, problems }: Call): QuotaOf {
  const { config, target } = from;
  const typed = contract(flags.enterprise, '--enterprise', problems);
  return (plan) => {
    const { perMinute, perDay } = isPlanName(plan)
      ? statedQuota(plan, config?.plans ?? {}, target)
      : (config?.capacity?.plans.get(plan) ?? {});
    const { perMinute: ofContract, perDay: ofDay } = plan === 'enterprise' && typed !== undefined ? typed : {};
    const limit = ofContract ?? perMinute;
    return { perMinute: limit, perDay: limit === undefined ? undefined : (ofDay ?? perDay) };
  };
}

/** Both limits of a plan. The default limit per day is a day at the full rate. */
export function fullQuota(plan: PlanName, quotaOf: QuotaOf, problems: Problems): Quota {
  const { perMinute, perDay } = quotaOf(plan);
  if (perMinute === undefined)
    problems.missing('the limit of the enterprise key is missing: add --enterprise N/DAY from the contract');
  const value = perMinute ?? 1;
  return { perMinute: value, perDay: perDay ?? value * 1_440 };
}
