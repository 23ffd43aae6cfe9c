import { type ClockOffset, OUR_CLOCK, withDate } from '../../src/exchange/clock-offset.ts';
import { isDayLimit, type RateHeaders, rateHeaders } from '../../src/exchange/rate-headers.ts';
import type { Exchange, Failure, HeaderLine } from '../../src/exchange/records/exchange-record.ts';
import type { KeyExperiment } from '../../src/exchange/records/load-config.ts';
import type { Closing, K6Record, Phase } from '../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../src/exchange/records/types.ts';
import type { Redact } from '../../src/exchange/redact.ts';
import { RATE_HEADERS } from '../../src/spec/headers.ts';
import type { WaitReason } from '../../src/text/waits.ts';
import { type ExperimentRequest, headersFor, LIST_ALL } from './experiment-request.ts';

/** The response to a request, as the network library returned it, or why there is none. */
export type RawResponse =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
      /** Milliseconds from the call until the connection: before that, nothing can have reached the server. */
      readonly blocked: number;
    }
  | { readonly failure: Failure };

/** The environment of an experiment: network, clock and journal. k6 supplies it in a run, and tests supply others. */
export interface Environment {
  readonly run: string;
  /** The name of the VU. `seq` counts within it. */
  readonly recorderName: string;
  /** Milliseconds since 1970 on a monotonic base. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Sends a request with the key of that label. Never rejects. */
  readonly deliver: (request: ExperimentRequest, key: KeyLabel) => Promise<RawResponse>;
  readonly write: (record: K6Record) => void;
  readonly redact: Redact;
}

export type Recorder = ReturnType<typeof openRecorder>;

/** Sends and records the requests of one key's experiment; never judges. */
export function openRecorder(experiment: KeyExperiment, environment: Environment) {
  const { run, recorderName, now, redact, write } = environment;
  const startedAt = now();
  const counts = { planned: 0, sent: 0 };
  let known = NOTHING_KNOWN;

  const send = async (
    phase: Phase,
    request: ExperimentRequest,
    key: KeyLabel = experiment.key,
  ): Promise<ResponseSummary> => {
    const seq = counts.sent;
    counts.sent += 1;
    if (phase !== 'burst') counts.planned += 1;
    const called = now();
    const raw = await environment.deliver(request, key);
    const at = now();
    const sent = called + ('failure' in raw ? 0 : raw.blocked);
    const received = receivedFrom(raw, request, at, redact);
    const { operation, method, path, body } = request;
    write({
      v: 1,
      run,
      seq,
      recorder: 'k6',
      instance: recorderName,
      probe: `limit.${phase}`,
      key,
      operation,
      phase,
      sent: { at: sent, method, path, headers: Object.entries(headersFor(`{${key}}`, body)), body },
      received,
    });
    const { status, headers } = 'status' in received ? received : { status: 0, headers: [] };
    const response = { called, sent, received: at, status, ...rateHeaders(headers) };
    const day = Math.min(known.day, dayLeft(experiment, response) ?? Infinity);
    const learnt = { ...learn(known, response), day };
    // Another customer's responses come from the same clocks, and show nothing else about this key.
    known = key === experiment.key ? learnt : { ...known, clock: learnt.clock };
    return response;
  };

  /** Plans the requests of a burst, which may end before all are sent. Every other request is planned when it is sent. */
  const planBurst = (requests: number): void => {
    counts.planned += requests;
  };

  /** Records a planned request that is not sent. */
  const hold = (phase: Phase) =>
    write({ v: 1, kind: 'held', at: now(), key: experiment.key, instance: recorderName, phase });

  /** Records the reason and waits, unless the moment is in the past. */
  const wait = async (until: number, phase: Phase, reason: WaitReason): Promise<void> => {
    const at = now();
    if (until <= at) return;
    write({ v: 1, kind: 'wait', at, until, ...reason, key: experiment.key, phase });
    // A timer may fire slightly early, and an early request would be no evidence.
    for (let left = until - at; left > 0; left = until - now()) await environment.sleep(Math.ceil(left));
  };

  const close = (closing: Pick<Closing, 'role' | 'stopped'>): Closing => {
    const { key } = experiment;
    const about = { run, key, instance: recorderName, startedAt, at: now(), ...counts, refused: known.refused };
    const line: Closing = { v: 1, kind: 'experiment', ...about, ...closing };
    write(line);
    return line;
  };

  return { experiment, now, known: (): Knowledge => known, planBurst, send, hold, wait, close };
}

/** Maximum characters of a recorded body: of an error except 429, and of any other response. */
const ERROR_CAP = 2_048;
const KEPT_OF_BODY = 65_536;

/** The only recorded headers. k6 returns headers under Go's canonical names, and joins repeated lines with ", ". */
const RECORDED = [...RATE_HEADERS, 'Retry-After', 'Date', 'Age', 'Location', 'Content-Type', 'Server'];

/** What the journal records of a response. Of admitted reads, only a full page proves something: the body of others is omitted. */
function receivedFrom(raw: RawResponse, request: ExperimentRequest, at: number, redact: Redact): Exchange['received'] {
  if ('failure' in raw) {
    const { code, message } = raw.failure;
    return { at, failure: { code, message: redact(message) } };
  }
  const { status } = raw;
  const headers = RECORDED.flatMap((name): HeaderLine[] => {
    const value = raw.headers[name.replace('RateLimit', 'Ratelimit')];
    return value === undefined ? [] : [[name, redact(String(value))]];
  });
  const isOmitted = status < 400 && request.method === 'GET' && request !== LIST_ALL;
  const text = isOmitted || raw.body === null ? null : redact(raw.body);
  const cap = status < 400 || status === 429 ? KEPT_OF_BODY : ERROR_CAP;
  if (text === null || text.length <= cap) return { at, status, headers, body: text };
  const cut = { code: 'RECORDER_CAP', message: `only the first ${cap} characters were kept` };
  return { at, status, headers, body: text.slice(0, cap), cut };
}

/** What the experiment needs of a response. The journal has more. */
export interface ResponseSummary extends RateHeaders {
  /** When the request was started, before its connection was open. */
  readonly called: number;
  readonly sent: number;
  readonly received: number;
  /** 0: no response. */
  readonly status: number;
}

export const isRefused = ({ status }: ResponseSummary): boolean => status === 429;

/** The remaining daily quota, if this response describes the daily limit. */
export const dayLeft = ({ perDay, perWindow }: KeyExperiment, { limit, remaining }: ResponseSummary): number | null =>
  isDayLimit(limit, { perMinute: perWindow, perDay }) ? (remaining ?? null) : null;

/** The duration and Remaining of the key's latest response. `left` is null if it has no Remaining, or that of the daily limit. */
export function latestOf({ known, experiment }: Pick<Recorder, 'known' | 'experiment'>) {
  const { latest } = known();
  if (latest === null) return { responseMs: 0, left: null };
  const isDay = dayLeft(experiment, latest) !== null;
  return { responseMs: latest.received - latest.called, left: isDay ? null : (latest.remaining ?? null) };
}

/** What the responses with the key have shown. */
interface Knowledge {
  /** The service's clock; our own without a Date. */
  readonly clock: ClockOffset;
  readonly latest: ResponseSummary | null;
  readonly refusal: ResponseSummary | null;
  readonly refused: number;
  /** The least remaining daily quota; infinite if no response described it. */
  readonly day: number;
}

export const NOTHING_KNOWN: Knowledge = { clock: OUR_CLOCK, latest: null, refusal: null, refused: 0, day: Infinity };

/** Adds a response. `latest` and `refusal` are the last received ones, in whatever order they were sent. */
function learn(known: Knowledge, response: ResponseSummary): Knowledge {
  if (response.status === 0) return known;
  const refused = known.refused + (isRefused(response) ? 1 : 0);
  // A cache (Age > 0) returns the Date and the numbers of an earlier response.
  if (response.isFromCache) return { ...known, refused };
  const before = known.clock === OUR_CLOCK ? null : known.clock;
  const clock = withDate(before, response.date, response.sent, response.received) ?? OUR_CLOCK;
  const refusal = isRefused(response) ? response : known.refusal;
  return { ...known, clock, latest: response, refusal, refused };
}
