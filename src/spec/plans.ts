/** The sentence above the table "Request rate", and its rows. */
export const PLAN_TABLE = {
  clause: 'Request rate',
  quote: 'The limits depend on the plan:',
  rows: [
    '| Plan | Requests per minute | Requests per day |',
    '| Free | 60 | 1,000 |',
    '| Pro | 300 | 10,000 |',
    '| Business | 1,000 | 100,000 |',
    '| Enterprise | custom | custom |',
  ],
} as const;

/** The specification requires the header, and defines its value nowhere. */
export const REMAINING_READING = "storecheck's reading: Remaining is the number of requests left in the window";

/** The plans of the table "Request rate". Enterprise is "custom": its limits come from the user. */
export const PLAN_NAMES = ['free', 'pro', 'business', 'enterprise'] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

export interface Quota {
  readonly perMinute: number;
  readonly perDay: number;
}

export const QUOTAS = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: null,
} as const satisfies Record<PlanName, Quota | null>;

export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(text);
}

/** Another plan, whose limits the service applies. */
export function otherPlan(own: string, isApplied: (quota: Quota) => boolean): PlanName | undefined {
  return PLAN_NAMES.find((name) => {
    const quota = QUOTAS[name];
    return name !== own && quota !== null && isApplied(quota);
  });
}
