import { type Answered, bodyOf, digitsOf, headerValues, isRecord, oncePer } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { INT64_FIELDS } from '../../spec/schemas.ts';
import { each, isOfService } from '../each.ts';
import { excerpt, type Rule, violation } from '../rule.ts';
import { isPlainInteger } from '../schema/int64.ts';

const hasBody = (exchange: Answered): boolean => isOfService(exchange) && bodyOf(exchange.received).kind !== 'none';

/** Content-Type application/json; parameters and letter case are free (RFC 9110 §8.3.1). */
export const jsonMediaType: Rule = each(hasBody, (exchange) => {
  const values = headerValues(exchange.received.headers, HEADERS.contentType);
  if (values.length > 0 && values.every((value) => /^application\/json\s*(?:;|$)/i.test(value))) return undefined;
  if (values.length === 0) return violation(exchange, 'no-media-type', {});
  return violation(exchange, 'wrong-media-type', { value: values.join(' / ') });
});

/** Every complete body parses as JSON, in UTF-8. */
export const wellFormed: Rule = each(
  (exchange) => hasBody(exchange) && bodyOf(exchange.received).kind !== 'cut',
  (exchange) => {
    const body = bodyOf(exchange.received);
    return body.kind === 'broken' ? violation(exchange, 'malformed-json', { problem: body.reason }) : undefined;
  },
);

/** RFC 8259 §8.1 and §4: no byte-order mark, no member name twice. */
export const cleanJson: Rule = each(
  (exchange) => isOfService(exchange) && bodyOf(exchange.received).kind === 'json',
  (exchange) => {
    const body = bodyOf(exchange.received);
    if (body.kind !== 'json') return undefined;
    if (body.byteOrderMark) return violation(exchange, 'byte-order-mark', {});
    const { repeated } = body;
    return repeated === undefined
      ? undefined
      : violation(exchange, 'duplicate-json-key', { member: excerpt(repeated, 60) });
  },
);

/** Integers of the specification are written as plain digits. */
export const plainIntegers: Rule = each(
  (exchange) => isOfService(exchange) && integerLexemes(exchange).length > 0,
  (exchange) => {
    const odd = integerLexemes(exchange).find((lexeme) => !isPlainInteger(lexeme) && !/\.\d*[1-9]/.test(lexeme));
    return odd === undefined ? undefined : violation(exchange, 'unusual-integer', { value: odd });
  },
);

const INTEGER_FIELDS = [...INT64_FIELDS, 'status'];

const integerLexemes: (exchange: Answered) => readonly string[] = oncePer(({ received }) => {
  const body = bodyOf(received);
  if (body.kind !== 'json') return [];
  const lexemes: string[] = [];
  for (const record of Array.isArray(body.value) ? body.value : [body.value])
    if (isRecord(record))
      for (const field of INTEGER_FIELDS) {
        const digits = digitsOf(record[field]);
        if (digits !== undefined) lexemes.push(digits);
      }
  return lexemes;
});
