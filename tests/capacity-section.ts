import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { temporaryFolder } from './folder.ts';

/** Customers who are all active and use all of their limit, unless `share` of it. */
const customers = (subscribers: number, use = 1) => ({ subscribers, activeAtPeak: 1, use });

/** The section `capacity` of a storecheck.yaml: how many customers each plan has, or also the share of the limit that they use. */
export function capacitySection(
  plans: Readonly<Record<string, number | readonly [subscribers: number, use: number]>>,
  { objectives = { p95: '1s', errors: '5%' }, mix }: { readonly objectives?: object; readonly mix?: object } = {},
): string {
  const activities = Object.entries(plans).map(([plan, of]) => [
    plan,
    typeof of === 'number' ? customers(of) : customers(...of),
  ]);
  const section = { plans: Object.fromEntries(activities), objectives, ...(mix === undefined ? {} : { mix }) };
  return stringify({ capacity: section });
}

/** The options that name a storecheck.yaml with such a section. */
export function capacityConfig(...section: Parameters<typeof capacitySection>): string[] {
  const file = join(temporaryFolder(), 'capacity.yaml');
  writeFileSync(file, capacitySection(...section));
  return ['--config', file];
}
