import { bodyOf, type Message } from '../exchange/body.ts';
import type { Answered } from '../exchange/exchange.ts';
import { digitsOf, integerDigits, isRecord, type Lossless } from '../exchange/json.ts';
import { memoize } from '../exchange/memoize.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';

export type AnimalField = 'id' | 'name' | 'categoryId' | 'status';

/** An animal in a response or payload. Integers are plain digits, not doubles. A field that is absent or of a wrong type is undefined. */
export type Animal = Readonly<ReturnType<typeof toAnimal>>;

/** @param written the fields, even if of a wrong type */
function toAnimal(written: Readonly<Record<string, Lossless>>) {
  const { id, name, categoryId, status } = written;
  return {
    id: integer(id),
    name: typeof name === 'string' ? name : undefined,
    categoryId: integer(categoryId),
    status: typeof status === 'string' || status === null ? status : undefined,
    written,
  };
}

/** The payload of a create; undefined if it is not an object. */
export const payloadOf = ({ sent }: Exchange): Animal | undefined => objectIn(sent);

/** The animals of a list, or undefined if the body is not an array. An item that is not an object is an animal without fields. */
export const animalsIn: (exchange: Answered) => readonly Animal[] | undefined = memoize(({ received }) => {
  const body = bodyOf(received);
  if (body.kind !== 'json' || !Array.isArray(body.value)) return undefined;
  return body.value.map((item) => toAnimal(isRecord(item) ? item : {}));
});

export const animalIn = ({ received }: Answered): Animal | undefined => objectIn(received);

const objectIn = memoize((message: Message): Animal | undefined => {
  const body = bodyOf(message);
  return body.kind === 'json' && isRecord(body.value) ? toAnimal(body.value) : undefined;
});

function integer(value: Lossless | undefined): string | undefined {
  const digits = digitsOf(value);
  return digits === undefined ? undefined : (integerDigits(digits) ?? undefined);
}

/** The text with letters in place of its digits: a service may refuse names with digits. */
export const inLetters = (text: string): string => text.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? digit);

/** The mark with the run's tag in a text, in lower case; undefined without it. @param tagInLetters the tag, see `inLetters` */
export function markIn(text: string, tagInLetters: string): string | undefined {
  const lower = text.toLowerCase();
  // Searching first is faster: hardly any text has the tag.
  if (!lower.includes(tagInLetters)) return undefined;
  // A pattern around the tag would take quadratic time for a long name.
  const parts = lower.split(/[^a-z0-9 ._-]/);
  return parts.find((part) => part.includes(tagInLetters))?.trim();
}

/** Replaces each escape that is not \uXXXX. */
const LINE_FEED = '000a';

/** The mark in the name that a create sent, else anywhere in its body, which may not be JSON. Escapes in the body are undone. */
export function markSent(create: Exchange, tagInLetters: string): string | undefined {
  const named = markIn(payloadOf(create)?.name ?? '', tagInLetters);
  if (named !== undefined) return named;
  const character = (_escape: string, code = LINE_FEED) => String.fromCharCode(Number.parseInt(code, 16));
  return markIn((create.sent.body ?? '').replace(/\\(?:u([\da-f]{4})|.)/gi, character), tagInLetters);
}
