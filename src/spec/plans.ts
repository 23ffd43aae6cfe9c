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

/** The limits of all other plans, to recognise a key of another plan. */
export function otherPlans(plan: string): Record<string, Quota> {
  return Object.fromEntries(
    PLAN_NAMES.flatMap((name): [string, Quota][] =>
      name === plan || QUOTAS[name] === null ? [] : [[name, QUOTAS[name]]],
    ),
  );
}
