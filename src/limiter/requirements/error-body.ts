import { bodyOf } from '../../exchange/body.ts';
import { isRecord } from '../../exchange/json.ts';
import type { Outcome } from '../../rules/outcome.ts';
import { HEADERS } from '../../spec/headers.ts';
import type { Values } from '../../text/template.ts';
import { eachRefusal, type Flaw, flaw } from '../evidence/each-refusal.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { headerOf, type Refusal } from '../evidence/reading.ts';

/**
 * limit.error-body: every 429 has the Error body.
 *
 *   sent  list ──► 429 application/json {"code":"rate_limited","message":"…","status":429}   passed
 *   sent  list ──► 429 text/html <html>…                                                      failed
 */
export function judgeErrorBody(evidence: Evidence): Outcome {
  return eachRefusal(evidence, ({ exchange: { received } }) => received.cut === undefined, bodyFlaw);
}

function bodyFlaw(refusal: Refusal): Flaw | undefined {
  const type = headerOf(refusal, HEADERS.contentType) ?? null;
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) return flaw('refusal-media-type', { type });
  const body = bodyOf(refusal.exchange.received);
  if (body.kind !== 'json' || !isRecord(body.value)) return flaw('refusal-not-error', { body: body.kind });
  const error = body.plain as Values;
  const absent = ['code', 'message', 'status'].find((field) => error[field] === undefined);
  if (absent !== undefined) return flaw('refusal-lacks-field', { field: absent });
  const wrong = ['code', 'message'].find((field) => typeof error[field] !== 'string');
  if (wrong !== undefined) return flaw('refusal-field-type', { field: wrong, value: error[wrong] ?? null });
  const value = error['status'] ?? null;
  return value === 429 ? undefined : flaw('refusal-body-status', { value });
}
