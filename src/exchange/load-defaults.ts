/** What a load script assumes if its configuration gives no value, as with bare k6. The same as the defaults of the commands. */
export const LOAD_DEFAULTS = { connections: 50, refusals: 8, timeoutSeconds: 30 } as const;
