import { stringify } from 'yaml';

/** How many subscribers, all active at the peak, and the share of the limit that they use, by plan. */
type Plans = Readonly<Record<string, readonly [subscribers: number, use: number]>>;

/** The section `capacity` of a storecheck.yaml. */
export function capacitySection(given: Plans, more: object = {}): string {
  const planOf = ([subscribers, use]: Plans[string]) => ({ subscribers, activeAtPeak: 1, use });
  const plans = Object.fromEntries(Object.entries(given).map(([plan, numbers]) => [plan, planOf(numbers)]));
  return stringify({ capacity: { plans, objectives: { p95: '1s', errors: '5%' }, ...more } });
}
