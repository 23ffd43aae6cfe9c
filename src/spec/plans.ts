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

export interface PlanLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The plans of the table. Enterprise is "custom": its limits come from the user. */
export const PLAN_LIMITS = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: null,
} as const satisfies Record<string, PlanLimits | null>;

export type PlanName = keyof typeof PLAN_LIMITS;

export const PLAN_NAMES = Object.keys(PLAN_LIMITS) as PlanName[];

export const isPlanName = (text: string): text is PlanName => Object.hasOwn(PLAN_LIMITS, text);

/** Another plan that has each of these limits, per minute or per day. */
export function otherPlan(own: string, limits: readonly number[]): PlanName | undefined {
  return PLAN_NAMES.find((name) => {
    const ofPlan: readonly number[] = Object.values(PLAN_LIMITS[name] ?? {});
    return name !== own && limits.every((limit) => ofPlan.includes(limit));
  });
}

/** A plan in a sentence: `Pro`. */
export const planName = (plan: string): string => `${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`;
