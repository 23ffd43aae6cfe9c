/** The variable that holds a plan's key where nobody says otherwise: what is read, and what lines to be pasted name. */
export const keyVariable = (plan: string) => `STORE_API_KEY_${plan.toUpperCase()}`;
