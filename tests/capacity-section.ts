import { stringify } from 'yaml';

/** How many subscribers, all active at the peak, and the share of the limit that they use, by plan. */
type Plans = Readonly<Record<string, readonly [subscribers: number, use: number]>>;

/** The section `capacity` of a storecheck.yaml. */
export function capacitySection(given: Plans, more: object = {}): string {
  const plans = Object.entries(given).map(([plan, [subscribers, use]]) => [
    plan,
    { subscribers, activeAtPeak: 1, use },
  ]);
  return stringify({
    capacity: { plans: Object.fromEntries(plans), objectives: { p95: '1s', errors: '5%' }, ...more },
  });
}
