export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** `free#1`; `null` without a valid key. */
  readonly key: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: number;
}

export type Ledger = ReturnType<typeof createLedger>;

const KEPT = 10_000;

/** The received requests, in bounded memory. */
export function createLedger() {
  let recent: ReceivedRequest[] = [];
  const counts = new Map<string, number>();
  return {
    note: (request: ReceivedRequest): void => {
      const kind = `${request.method} ${request.status}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      recent.push(request);
      // Cutting at twice the length keeps the cost of a request constant.
      if (recent.length >= 2 * KEPT) recent = recent.slice(-KEPT);
    },
    /** At most the last 10,000. */
    received: (): ReceivedRequest[] => recent.slice(-KEPT),
    /** `GET 200` → number of all such requests. */
    counts: (): Record<string, number> => Object.fromEntries(counts),
  };
}
