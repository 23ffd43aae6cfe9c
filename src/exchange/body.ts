import { parse } from 'lossless-json';
import { headerValue } from './exchange.ts';
import { isRecord, type JsonText, parseJsonText } from './json.ts';
import { memoize } from './memoize.ts';
import type { RecordedResponse } from './records/exchange-record.ts';

/** The content of a body. `none`: no bytes. `cut`: not recorded completely, so its content is unknown. */
export type Body =
  | ({ readonly kind: 'json' } & JsonText)
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'cut'; readonly reason: string };

/** Parses the body of a request or of a response once; further calls return the same value. Never throws. */
export const bodyOf: (message: Message) => Body = memoize(({ body, encoding, cut }) => {
  if (cut !== undefined) return { kind: cut.code === UNDECODABLE ? 'broken' : 'cut', reason: cut.message };
  if (body === null || body === '') return { kind: 'none' };
  if (encoding === 'base64') return { kind: 'broken', reason: 'the bytes are not UTF-8' };
  try {
    return { kind: 'json', ...parseJsonText(body) };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'broken', reason: 'nested too deep to be read' };
    return { kind: 'broken', reason: `not JSON: ${whyNotJson(body)}` };
  }
});

/** What was sent, or the response to it. */
export type Message = Pick<RecordedResponse, 'body' | 'encoding' | 'cut'>;

export const TOO_LARGE = 'TOO_LARGE';
/** The bytes are not of the Content-Encoding that the response states. */
export const UNDECODABLE = 'UNDECODABLE';

/** Whether the response ended early. Truncating it (TOO_LARGE), or failing to decode it, does not count. */
export const endedEarly = ({ cut }: RecordedResponse) =>
  cut !== undefined && ![TOO_LARGE, UNDECODABLE].includes(cut.code);

/** Whether a body is a JSON object with these members, whatever their values are. */
export function hasMembers(body: Body, names: readonly string[]): boolean {
  if (body.kind !== 'json') return false;
  const { value } = body;
  return isRecord(value) && names.every((name) => name in value);
}

/**
 * Whether a response seems to come from a proxy: 502 or 504, which only gateways send (RFC 9110 §15.6.3, §15.6.5); a 503 that is not JSON
 * or has a Retry-After (§15.6.4); or a 5xx with neither rate headers nor an error with `code` and `message`. If a request gets no other
 * response, that is a finding.
 */
export function isFromIntermediary(response: RecordedResponse): boolean {
  const { status, headers } = response;
  if (status < 500) return false;
  const body = bodyOf(response);
  if (status === 502 || status === 504) return true;
  if (status === 503 && (body.kind !== 'json' || headerValue(headers, 'Retry-After') !== undefined)) return true;
  return !hasMembers(body, ['code', 'message']) && !headers.some(([name]) => /^x-ratelimit-/i.test(name));
}

/** Why a text is not JSON. The message of the runtime differs between versions. */
function whyNotJson(text: string): string {
  try {
    parse(text.replace(/^\ufeff/, ''), null, { onDuplicateKey: ({ newValue }) => newValue });
    return 'unreadable';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The UTF-8 of a text. Half a surrogate pair becomes three bytes that decoders refuse: so a text can stand for invalid bytes. */
export function bytesOf(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (text.isWellFormed()) return encoder.encode(text);
  const bytesIn = (char: string) => (char.isWellFormed() ? [...encoder.encode(char)] : threeBytes(char.charCodeAt(0)));
  return Uint8Array.from([...text].flatMap(bytesIn));
}

/** 1110xxxx 10xxxxxx 10xxxxxx (RFC 3629 §3). */
const threeBytes = (code: number): number[] => [0xe0 + (code >> 12), 0x80 + ((code >> 6) % 64), 0x80 + (code % 64)];
