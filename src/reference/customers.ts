export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

export interface Customer {
  readonly key: string;
  readonly plan: Plan;
}

const DEFAULT_KEYS: readonly (readonly [string, Plan])[] = [
  ['ask_free_9fK2mQx7LpT4vRz8WbN1', 'free'],
  ['ask_free_Ht6cYd3SgJ5uXe0PaKq2', 'free'],
  ['ask_pro_B7nWk4ZtRf9LmCx2QvH8j', 'pro'],
  ['ask_pro_u3EoYs6GdTp1XbNa5KrV0', 'pro'],
  ['ask_business_Zq8LhT2xMv5KcWn7RyPd', 'business'],
  ['ask_business_f4JbUe9sGo1NtXa6QwCk', 'business'],
  ['ask_enterprise_Vm3RdKy7PzHs0LcTq9Wb', 'enterprise'],
  ['ask_enterprise_g5XnEu2JfAo8QtMk4YiB', 'enterprise'],
];

/** The keys come first in their plan; the default ones remain valid after them. */
export function createCustomers(keys: Readonly<Record<string, Plan>> = {}): Customer[] {
  const others = DEFAULT_KEYS.filter(([key]) => !Object.hasOwn(keys, key));
  return [...Object.entries(keys), ...others].map(([key, plan]) => ({ key, plan }));
}

/** The key of the first (0) or second (1) customer of each plan. */
export function keysOf(customers: readonly Customer[], index: 0 | 1): Record<Plan, string> {
  const key = (plan: Plan): string => customers.filter((each) => each.plan === plan)[index]?.key ?? '';
  return { free: key('free'), pro: key('pro'), business: key('business'), enterprise: key('enterprise') };
}
