import { bodyOf, isRecord } from '../../exchange/index.ts';
import { found, type Outcome, type Values } from '../../rules/outcome.ts';
import { HEADERS } from '../../spec/headers.ts';
import { eachRefusal, type Flaw } from '../evidence/each-refusal.ts';
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
  const { received } = refusal.exchange;
  const type = headerOf(refusal, HEADERS.contentType) ?? null;
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    return {
      key: `type ${type}`,
      found: (share, ...shown) => found('refusal-media-type', { ...share, type }, ...shown),
    };
  const body = bodyOf(received);
  if (body.kind !== 'json' || !isRecord(body.value)) return notAnError(body.kind);
  const error = body.plain as Values;
  const absent = ['code', 'message', 'status'].find((field) => error[field] === undefined);
  if (absent !== undefined)
    return {
      key: `no ${absent}`,
      found: (share, ...shown) => found('refusal-lacks-field', { ...share, field: absent }, ...shown),
    };
  const wrong = ['code', 'message'].find((field) => typeof error[field] !== 'string');
  if (wrong !== undefined) return typeFlaw(wrong, error[wrong] ?? null);
  const value = error['status'] ?? null;
  return value === 429
    ? undefined
    : {
        key: `status ${JSON.stringify(value)}`,
        found: (share, ...shown) => found('refusal-body-status', { ...share, value }, ...shown),
      };
}

const notAnError = (body: string): Flaw => ({
  key: `body ${body}`,
  found: (share, ...shown) => found('refusal-not-error', { ...share, body }, ...shown),
});

const typeFlaw = (field: string, value: Values[string]): Flaw => ({
  key: `${field} ${JSON.stringify(value)}`,
  found: (share, ...shown) => found('refusal-field-type', { ...share, field, value }, ...shown),
});
