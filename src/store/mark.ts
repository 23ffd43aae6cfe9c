import { isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';

/** With letters for its digits: a service may refuse names with digits. */
export const inLetters = (text: string): string => text.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? digit);

/** The marker with the run's tag in a text, in lower case; undefined without the tag. */
export function markIn(text: string, tag: string): string | undefined {
  const lower = text.toLowerCase();
  const written = inLetters(tag);
  // First, because the pattern takes long on a long text without the tag.
  if (!lower.includes(written)) return undefined;
  return new RegExp(`[a-z0-9 ._-]*${written}[a-z0-9 ._-]*`).exec(lower)?.[0].trim();
}

/** The mark in a string of the body that a create sent, whether or not the body is JSON. */
export function markSent({ sent }: Exchange, tag: string): string | undefined {
  const body = sent.body ?? '';
  // Looking into each string of a long body takes long, and only escapes hide a mark.
  if (!body.includes('\\') && markIn(body, tag) === undefined) return undefined;
  for (const [literal] of body.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const mark = markIn(decoded(literal), tag);
    if (mark !== undefined) return mark;
  }
  return undefined;
}

function decoded(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

/** Whether the service refused a create. After a 5xx or a lost response, the animal may be stored. */
export const isRefused = (exchange: Exchange): boolean =>
  exchange.operation === 'createPet' &&
  isAnswered(exchange) &&
  exchange.received.status >= 400 &&
  exchange.received.status < 500;
