/** One header line as it stood on the wire: name (letter case kept) and value. */
export type HeaderLine = readonly [name: string, value: string];

/** Names a key without holding it: the plan and a number, e.g. `free#1`. Key values exist only in the recorders. */
export type KeyLabel = `${string}#${number}`;

/**
 * One request with its outcome; no answer is data too. Both recorders (undici client, k6) write this, nothing else is judged.
 * Every `at` is milliseconds since 1970 on a monotonic base: the wall clock is read once a process, then counted.
 */
export interface Exchange {
  readonly v: 1;
  readonly run: string;
  readonly seq: number;
  readonly recorder: 'client' | 'k6';
  readonly instance?: string;
  /** Id of the probe that was sent. A probe that was asked again has several exchanges. */
  readonly probe: string;
  /** The key whose value was sent as the bearer token; null where none, a wrong or a disguised one was sent. */
  readonly key: KeyLabel | null;
  readonly operation: string;
  readonly phase?: string;
  readonly sent: Sent;
  readonly received: Answer | NoAnswer;
}

export interface Sent {
  readonly at: number;
  readonly method: string;
  /** Path and query below the base URL, e.g. `/pets?limit=1`. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | null;
}

export interface Answer {
  /** When the headers were complete. */
  readonly at: number;
  readonly status: number;
  /** In the order and letter case of the wire, repeated lines kept (client recorder). */
  readonly headers: readonly HeaderLine[];
  /**
   * The decoded text; base64 of the bytes where they are not UTF-8 (see `encoding`), of the first few where they are compressed and could
   * not be decompressed; null where not recorded.
   */
  readonly body: string | null;
  readonly encoding?: 'base64';
  /** The body ended early: connection lost, time-out, or longer than the recorder's cap. */
  readonly cut?: Failure;
}

export interface NoAnswer {
  readonly at: number;
  readonly failure: Failure;
}

/** `code` is the network library's, e.g. ECONNREFUSED. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

export interface Answered extends Exchange {
  readonly received: Answer;
}

export function isAnswered(exchange: Exchange): exchange is Answered {
  return 'status' in exchange.received;
}

/** All values of a header, in order; letter case of names and blanks around values are no part of them (RFC 9110 §5.1, §5.5). */
export function headerValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  const values: string[] = [];
  for (const [known, value] of headers) if (isSameName(known, name)) values.push(value.trim());
  return values;
}

export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  for (const [known, value] of headers) if (isSameName(known, name)) return value.trim();
  return undefined;
}

/** Compares lengths first: an answer has few lines, and most of them need no look at their letters. */
function isSameName(one: string, other: string): boolean {
  return one.length === other.length && (one === other || one.toLowerCase() === other.toLowerCase());
}
