/** The value of each setting that neither a flag nor storecheck.yaml gives. `--help` and the published schema print these. */
export const DEFAULTS = {
  /** The minute of the specification. */
  windowSeconds: 60,
  /** The time until lists must show what a create stored. */
  settleSeconds: 2,
  timeoutSeconds: 30,
  /** A response that takes longer proves nothing more about capacity. */
  capacityTimeoutSeconds: 10,
  sustainedWindows: 1,
  thoroughRequests: 400,
} as const;
