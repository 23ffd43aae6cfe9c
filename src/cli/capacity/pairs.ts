import { didYouMean, type Problems } from '../console/problems.ts';

/** The values of a repeatable option `PLAN=VALUE`, by plan; every problem is added. The last one of a plan counts. */
export function pairs<T>(
  option: string,
  given: readonly string[] | undefined,
  known: readonly string[],
  read: (text: string) => T | undefined,
  expected: string,
  problems: Problems,
): Map<string, T> {
  const values = new Map<string, T>();
  for (const text of given ?? []) {
    const [plan = '', value = ''] = text.split(/=(.*)/s);
    const parsed = read(value);
    if (!known.includes(plan))
      problems.missing(
        `${option}: no plan ${JSON.stringify(plan)}${didYouMean(plan, known)}; plans are ${known.join(', ')}`,
      );
    else if (parsed === undefined) problems.add(`${option} ${plan}: write ${option} ${plan}=${expected}`);
    else values.set(plan, parsed);
  }
  return values;
}

/** A whole number from 1. */
export function whole(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Above 0 and up to 1; per cent too. */
export function share(text: string): number | undefined {
  const value = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1) : Number.NaN;
  return value > 0 && value <= 1 ? value : undefined;
}
