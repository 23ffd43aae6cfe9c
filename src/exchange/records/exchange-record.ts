import * as Type from 'typebox';
import { instant, integer, label, type Of, orNull, text } from './types.ts';

/** A header line as on the wire. Its JSON Schema is written by hand, because TypeBox would limit the items of a tuple twice. */
const header = Type.Unsafe<[name: string, value: string]>({
  type: 'array',
  items: { type: 'string' },
  minItems: 2,
  maxItems: 2,
});
const headers = Type.Array(header);

const failure = Type.Object({ code: text, message: text });

const response = Type.Object({
  /** When the headers were complete; of k6, when the body was. */
  at: instant,
  status: integer,
  /** The client recorder keeps their order, letter case and repeated lines. */
  headers,
  /** The decoded text; base64 if it is not UTF-8 (see `encoding`) or could not be decompressed; null if not recorded. */
  body: orNull(text),
  encoding: Type.Optional(Type.Literal('base64')),
  /** The body is not recorded completely: connection lost, time-out, longer than the recorder's cap, or not of its Content-Encoding. */
  cut: Type.Optional(failure),
});

const missingResponse = Type.Object({ at: instant, failure });

export const EXCHANGE = Type.Object({
  v: Type.Literal(1),
  run: text,
  /** Unique in the run: first the client's in the order in which they ended, then k6's records. In k6's own file, unique in `instance`. */
  seq: integer,
  recorder: Type.Enum(['client', 'k6']),
  /** Of k6: the name of the recorder, as in `held`. */
  instance: Type.Optional(text),
  /** Id of the probe that was sent. A probe that was sent again has several exchanges. */
  probe: text,
  /** The key that was sent as bearer token; null without a key, and for a wrong key or another form: other scheme, query, other header. */
  key: orNull(label),
  operation: text,
  phase: Type.Optional(text),
  sent: Type.Object({
    at: instant,
    method: text,
    /** Path and query below the base URL, e.g. `/pets?limit=1`. */
    path: text,
    headers,
    body: orNull(text),
  }),
  received: Type.Union([response, missingResponse]),
});

export type HeaderLine = Of<typeof header>;
/** Why a response is missing or incomplete. `code` comes from the network library, e.g. ECONNREFUSED. */
export type Failure = Of<typeof failure>;
export type RecordedResponse = Of<typeof response>;

/** One request with its response or failure, from either recorder. Every `at` is milliseconds since 1970 on a monotonic base. */
export type Exchange = Of<typeof EXCHANGE>;
