import { bodyOf, hasMembers, isFromIntermediary } from '../../exchange/body.ts';
import { type Answered, headerValue, headerValues, isAnswered, isSuccess } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Finding } from '../../rules/conclusion.ts';
import { rateValues } from '../../rules/rate/rate-reading.ts';
import { findingOn } from '../../rules/rule.ts';
import { schemaFindings } from '../../rules/schema-rule.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import type { SchemaName } from '../../spec/schemas.ts';
import type { Emit, EmitOn } from '../judgement.ts';

export const statusOf = ({ received }: Answered): number => received.status;

export const isNotFound = ({ received: { status } }: Answered): boolean => status === 404 || status === 410;

/** Whether a response says something about the service: it is not a 429, is not cut off, and no gateway or HTTP server wrote it. */
export function isUsable(exchange: Exchange): exchange is Answered {
  return (
    isAnswered(exchange) &&
    exchange.received.status !== 429 &&
    bodyOf(exchange.received).kind !== 'cut' &&
    !isNotFromService(exchange)
  );
}

/** Whether a response to GET /pets/{petId} counts, after the removal date, as one to an unlisted path: it is neither 200 nor 429. */
export const isUnlistedGet = (exchange: Exchange): boolean =>
  exchange.operation === 'getPet' && isAnswered(exchange) && ![200, 429].includes(exchange.received.status);

/** Whether a media type is JSON in a spelling that every service accepts. */
export const isUsualType = (type: string): boolean => /^application\/json(?:; charset=utf-8)?$/.test(type);

/** Statuses with which firewalls and HTTP servers refuse unusual requests before the service reads them. */
const BEFORE_THE_SERVICE: readonly number[] = [403, 406, 413, 414, 431];

/** Whether a body has an unknown length: it may be refused unread, and the connection closed with it (RFC 9112 §6.3). */
export const hasUnknownLength = ({ headers }: Exchange['sent']): boolean =>
  headerValue(headers, 'Transfer-Encoding') !== undefined;

/** Whether a gateway or the HTTP server wrote a response: it refuses the form of the request, or has no rate header and no Error body. */
export function isNotFromService({ sent, received }: Answered): boolean {
  if (isFromIntermediary(received)) return true;
  if (received.status === 411) return hasUnknownLength(sent);
  if (received.status === 415) return !isUsualType(headerValue(sent.headers, HEADERS.contentType) ?? '');
  // An HTTP server may refuse a repeated header on its own.
  if (received.status === 400 && headerValues(sent.headers, 'Authorization').length > 1)
    return !isWrittenByService(received);
  return BEFORE_THE_SERVICE.includes(received.status) && !isWrittenByService(received);
}

/** Whether a response has a rate-limit header or the Error body, which only the service, or a gateway that limits for it, writes. */
const isWrittenByService = (received: Answered['received']): boolean =>
  RATE_HEADERS.some((name) => headerValue(received.headers, name) !== undefined) ||
  hasMembers(bodyOf(received), ['code', 'message', 'status']);

/** The finding if a response is not the demanded refusal: this status, with the Error body. `flaw`: why the request must be refused. */
export function refusalFinding(exchange: Answered, wanted: number, flaw: string): Finding | undefined {
  if (statusOf(exchange) === wanted) return schemaFindings('Error', exchange)[0];
  return findingOn(exchange, isSuccess(exchange) ? 'not-refused' : 'wrong-refusal', { wanted, flaw });
}

/** Emits findings about a response. They are certain if it has the headers of the service, because nothing else wrote it then. */
export function emitterOn(on: Answered, emit: Emit): EmitOn {
  const certain = hasOwnHeaders(on);
  return (id, finding) => emit({ id, on, finding, certain });
}

/** Emits every violation of a schema in a response. */
export function judgeSchema(id: RequirementId, schema: SchemaName, on: Answered, emit: Emit): void {
  const problems = schemaFindings(schema, on);
  if (problems.length === 0) emit({ id, on });
  const emitOn = emitterOn(on, emit);
  for (const finding of problems) emitOn(id, finding);
}

/** Whether a response has all headers that the specification demands of the service: no gateway and no restart wrote it. */
export const hasOwnHeaders = (exchange: Answered): boolean =>
  RATE_HEADERS.every((name) => rateValues(exchange)[name].length > 0);
