import { bodyOf, endedEarly, isFromIntermediary } from '../../exchange/body.ts';
import {
  type Answered,
  authorizationIn,
  headerValue,
  headerValues,
  isAnswered,
  isInterrupted,
  overlaps,
} from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import { digitsOf, isRecord, type Lossless } from '../../exchange/json.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import { because, type Finding } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import { isJsonType, isPlainInteger, schemaFindings } from '../../rules/schema-rule.ts';
import { HEADERS } from '../../spec/headers.ts';
import { INT64_FIELDS } from '../../spec/schemas.ts';
import { excerpt } from '../../text/excerpt.ts';
import { nested } from '../../text/template.ts';
import { type Emit, type EmitOn, explainedDoubt, openDoubt } from '../judgement.ts';
import { identityOf } from './request.ts';
import { emitterOn, hasUnknownLength } from './service-response.ts';

/** Judges what every response must be, and whether every request gets one. */
export function judgeResponses({ exchanges }: Trace, ofService: readonly Answered[], emit: Emit): void {
  for (const exchange of ofService) {
    const emitOn = emitterOn(exchange, emit);
    judgeChallenge(exchange, emitOn);
    judgeError(exchange, emitOn);
    judgeBody(exchange, emitOn);
  }
  judgeUnanswered(exchanges, emit);
  judgeServerErrors(exchanges.filter(isAnswered), emit);
}

/** RFC 9110 §15.5.2: a server that sends a 401 must send WWW-Authenticate. */
function judgeChallenge(on: Answered, emitOn: EmitOn): void {
  if (on.received.status !== 401) return;
  const isChallenged = headerValue(on.received.headers, 'WWW-Authenticate') !== undefined;
  // A service may challenge a request without a credential and forget one with a wrong credential.
  const code = authorizationIn(on) === undefined ? 'no-challenge' : 'no-challenge-to-wrong-key';
  emitOn('auth.www-authenticate', isChallenged ? undefined : findingOn(on, code, {}));
}

/** Every 4xx and 5xx has the Error body. */
function judgeError(exchange: Answered, emitOn: EmitOn): void {
  const { received } = exchange;
  const body = bodyOf(received);
  if (received.status < 400 || body.kind === 'cut') return;
  const [flaw] = schemaFindings('Error', exchange);
  emitOn('error.schema', flaw);
  const fields: Readonly<Record<string, Lossless>> = body.kind === 'json' && isRecord(body.value) ? body.value : {};
  const status = digitsOf(fields['status']);
  if (status !== undefined) {
    const differs = Number(status) !== received.status;
    const returned = { returned: Number(status) };
    emitOn('error.status-matches', differs ? findingOn(exchange, 'body-status-differs', returned) : undefined);
  }
  if (flaw === undefined) emitOn('error.not-blank', blankField(exchange, fields));
  const leak = leakIn(exchange);
  emitOn('error.no-leak', leak === undefined ? undefined : findingOn(exchange, leak.code, { text: leak.shown }));
}

function blankField(exchange: Answered, fields: Readonly<Record<string, Lossless>>): Finding | undefined {
  const field = ['code', 'message'].find((name) => String(fields[name]).trim() === '');
  if (field === undefined) return undefined;
  return findingOn(exchange, 'blank-error-field', { field, value: excerpt(String(fields[field])) });
}

/** The texts are the server's: none of these patterns may take longer than a moment for a megabyte of any text. */
const LEAKS = [
  [
    'exposes-stack-trace',
    /(?:^|\n)[^\S\n]*at .{0,200}[./\\>]\S{0,200}:\d+|\bat \S+ \([^)\s]{0,200}[./\\>][^)\s]{0,200}:\d+(?::\d+)?\)|Traceback \(most recent call last\)|\(\w+\.(?:java|kt|scala):\d+\)|goroutine \d+ \[/,
  ],
  [
    'exposes-file-path',
    /(?:^|[\s"'(=:])(?:\/(?:home|usr|var|opt|srv|root|etc|tmp)\/[\w./-]+|[A-Za-z]:\\[\w\\ .-]+|[\w/.-]+\.(?:js|ts|mjs|cjs|py|go|rb|php|cs|rs|java):\d+)/,
  ],
  [
    'exposes-sql',
    /\bSQLSTATE\b|\bSELECT\b.{1,200}\bFROM\b|\bINSERT INTO\b|\bUPDATE\b.{1,100}\bSET\b|\bDELETE FROM\b|syntax error at or near|\bORA-\d{5}\b|duplicate key value violates/,
  ],
  ['exposes-key', /\[key [a-z]+#\d+\]?/],
] as const;

/** The first stack trace, file path, SQL or key in the texts of an error body. Recording replaced keys by labels. */
function leakIn({ received }: Answered) {
  const body = bodyOf(received);
  const texts = body.kind === 'json' ? stringsIn(body.value) : [received.body ?? ''];
  for (const text of texts)
    for (const [code, pattern] of LEAKS) {
      const found = pattern.exec(text);
      if (found !== null) return { code, shown: excerpt(text.slice(found.index).trim()) };
    }
  return undefined;
}

/** The texts in a value, at any depth. */
const stringsIn = (value: Lossless): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

/** Every body is application/json, in UTF-8, with plain integers. */
function judgeBody(exchange: Answered, emitOn: EmitOn): void {
  const { received } = exchange;
  const body = bodyOf(received);
  if (body.kind === 'none') return;
  emitOn('media.json', mediaTypeFinding(exchange));
  if (body.kind === 'cut') return;
  const broken = body.kind === 'broken' ? findingOn(exchange, 'malformed-json', { problem: body.reason }) : undefined;
  emitOn('media.well-formed', broken);
  if (body.kind !== 'json') return;
  const unclean = body.hasByteOrderMark
    ? findingOn(exchange, 'byte-order-mark', {})
    : body.repeated === undefined
      ? undefined
      : findingOn(exchange, 'duplicate-json-key', { member: excerpt(body.repeated, 60) });
  emitOn('media.clean-json', unclean);
  const lexemes = integersIn(body.value);
  if (lexemes.length === 0) return;
  const odd = lexemes.find((lexeme) => !isPlainInteger(lexeme) && !/\.\d*[1-9]/.test(lexeme));
  emitOn(
    'media.plain-integers',
    odd === undefined ? undefined : findingOn(exchange, 'unusual-integer', { value: odd }),
  );
}

/** The finding if a response is not application/json. */
function mediaTypeFinding(exchange: Answered): Finding | undefined {
  const values = headerValues(exchange.received.headers, HEADERS.contentType);
  if (values.length === 0) return findingOn(exchange, 'no-media-type', {});
  if (values.every(isJsonType)) return undefined;
  return findingOn(exchange, 'wrong-media-type', { value: values.join(' / ') });
}

const INTEGER_FIELDS = [...INT64_FIELDS, 'status'];

const integersIn = (value: Lossless): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter(isRecord)
    .flatMap((record) => INTEGER_FIELDS.flatMap((field) => digitsOf(record[field]) ?? []));

const isLost = (exchange: Exchange): boolean => !isAnswered(exchange) || endedEarly(exchange.received);

/** A request that got no response in several attempts, although later requests did. */
function judgeUnanswered(exchanges: readonly Exchange[], emit: Emit): void {
  const lastAnswered = exchanges.findLast((exchange) => !isLost(exchange))?.seq ?? 0;
  const id = 'robust.answers';
  for (const same of groupBy(exchanges, identityOf).values()) {
    const [first] = same;
    const last = same.at(-1);
    if (first === undefined || last === undefined || hasUnknownLength(first.sent) || isInterrupted(last)) continue;
    if (!same.every(isLost)) {
      emit({ id, on: last });
      continue;
    }
    const failure = failureOf(first);
    const finding = findingOn(last, 'no-response', { times: same.length, failure }, ...same.slice(0, -1));
    const isAnsweredLater = lastAnswered > last.seq && same.length > 1;
    const doubt = isAnsweredLater ? undefined : openDoubt(because('no-response-since', { probe: last.probe, failure }));
    emit({ id, on: last, finding, certain: true, doubt });
  }
}

const failureOf = ({ received }: Exchange): string =>
  'failure' in received ? `${received.failure.code}: ${received.failure.message}` : `${received.cut?.message}`;

/** This many outages in one run are no accident, unless one rolling restart explains them (gateway-fails-every-41st). */
const OUTAGES = 3;
/** Milliseconds in which a rolling restart, node after node, may cause several outages. A single restart takes `RESTART_MS`. */
const ROLLING_RESTART_MS = 5_000;

/** No 5xx. Those of a gateway count if they keep recurring, or if a request never got anything else. */
function judgeServerErrors(answered: readonly Answered[], emit: Emit): void {
  const own = answered.filter((exchange) => exchange.operation !== 'other' || exchange.received.status === 500);
  const outages = outagesIn(own);
  const span = (outages.at(-1)?.sent.at ?? 0) - (outages[0]?.sent.at ?? 0);
  const isRecurring = outages.length >= OUTAGES && span >= ROLLING_RESTART_MS;
  const tries = groupBy(own, identityOf);
  const errors = answered.filter(isServerError).length;
  const id = 'robust.no-server-error';
  for (const on of own) {
    if (!isServerError(on)) {
      emit({ id, on });
      continue;
    }
    const same = tries.get(identityOf(on)) ?? [];
    const failures = same.filter(isServerError);
    const besideIt = (failed: Answered) => own.filter((other) => other !== failed && overlaps(other, failed));
    // The finding names simultaneous requests, unless this one also failed alone.
    const others = Math.min(...failures.map((failed) => besideIt(failed).length));
    const beside = others === 0 ? [] : nested(because('sent-at-once', { others }));
    const finding = findingOn(on, 'server-error', { errors, requests: answered.length, beside });
    const isTemporary =
      isFromIntermediary(on.received) && !isRecurring && same.some(({ received }) => !isFromIntermediary(received));
    const doubt = isTemporary ? explainedDoubt(because('temporary-cause')) : undefined;
    emit({ id, on, finding, doubt });
  }
}

const isServerError = ({ received }: Answered): boolean => received.status >= 500;

/**
 * The first response of each outage, which is a 5xx of an intermediary. A 503 with Retry-After is not one (RFC 9110 §15.6.4).
 *
 *   sent  200  502  502  200  502  200  ──► two outages
 */
const outagesIn = (answered: readonly Answered[]): Answered[] =>
  answered.filter((exchange, index) => isOutage(exchange) && !isOutage(answered[index - 1]));

function isOutage(exchange: Answered | undefined): boolean {
  if (exchange === undefined || !isFromIntermediary(exchange.received)) return false;
  const { status, headers } = exchange.received;
  return status !== 503 || headerValue(headers, HEADERS.retryAfter) === undefined;
}
