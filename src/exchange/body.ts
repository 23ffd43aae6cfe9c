import type { Answer } from './exchange.ts';
import { isRecord, type JsonText, parseJsonText } from './json.ts';
import { whyNotJson } from './not-json.ts';
import { oncePer } from './once.ts';

/** What a response body turned out to be. `none`: no bytes. `cut`: it ended early, so nothing can be said of its content. */
export type Body =
  | ({ readonly kind: 'json' } & JsonText)
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'cut'; readonly reason: string };

/** Reads an answer's body once; every rule that asks again gets the same value. Never throws, whatever the server sent. */
export const bodyOf: (answer: Answer) => Body = oncePer(readBody);

function readBody({ body, encoding, cut }: Answer): Body {
  if (cut !== undefined) return { kind: 'cut', reason: cut.message };
  if (body === null || body === '') return { kind: 'none' };
  if (encoding === 'base64') return { kind: 'broken', reason: 'the bytes are not UTF-8' };
  try {
    return { kind: 'json', ...parseJsonText(body) };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'broken', reason: 'nested too deep to be read' };
    return { kind: 'broken', reason: `not JSON: ${whyNotJson(body)}` };
  }
}

/**
 * Looks like an answer of a proxy or balancer before the service: a 502, 503 or 504 that is not JSON, or any 5xx with neither the rate
 * headers nor the Error body. One that recurs is the service's all the same.
 */
export function isIntermediary(answer: Answer): boolean {
  const { status, headers } = answer;
  if (status < 500) return false;
  const body = bodyOf(answer);
  if (status >= 502 && status <= 504 && body.kind !== 'json') return true;
  const isError = body.kind === 'json' && isRecord(body.value) && 'code' in body.value && 'message' in body.value;
  return !isError && !headers.some(([name]) => /^x-ratelimit-/i.test(name));
}
