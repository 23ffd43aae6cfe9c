/** The default variable of a plan's key, also used in printed commands. */
export const keyVariable = (plan: string) => `STORE_API_KEY_${plan.toUpperCase()}`;
