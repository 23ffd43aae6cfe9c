/** Whether a curl line takes the key from the environment. Some send another credential, or none. */
export const takesKey = (curl = ''): boolean => curl.includes('STORE_API_KEY');

/** The default variable of a plan's key, also used in printed commands. */
export const keyVariable = (plan: string) => `STORE_API_KEY_${plan.toUpperCase()}`;
