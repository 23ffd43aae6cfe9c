import { type Answered, bodyOf, digitsOf, integerDigits, isRecord, type Lossless } from '../exchange/index.ts';

/**
 * An animal as an answer showed it. Integers are plain digits (never a double); a field is undefined where it was absent
 * or not of the document's type, so that other rules may go on while the schema rule reports it.
 */
export interface Animal {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly categoryId: string | undefined;
  /** `null` where the answer said null. */
  readonly status: string | null | undefined;
}

export function toAnimal(value: Lossless | undefined): Animal | undefined {
  if (!isRecord(value)) return undefined;
  const { name, status } = value;
  return {
    id: integer(value['id']),
    name: typeof name === 'string' ? name : undefined,
    categoryId: integer(value['categoryId']),
    status: typeof status === 'string' || status === null ? status : undefined,
  };
}

/** The animals of an answered list, or undefined where the body is not an array. Items that are no objects are left out. */
export function animalsIn(exchange: Answered): readonly Animal[] | undefined {
  const body = bodyOf(exchange.received);
  if (body.kind !== 'json' || !Array.isArray(body.value)) return undefined;
  return body.value.map(toAnimal).filter((animal) => animal !== undefined);
}

/** The number of items of an answered list, objects or not. */
export function itemsIn(exchange: Answered): number | undefined {
  const body = bodyOf(exchange.received);
  return body.kind === 'json' && Array.isArray(body.value) ? body.value.length : undefined;
}

/** The one animal that a create or get answered. */
export function animalIn(exchange: Answered): Animal | undefined {
  const body = bodyOf(exchange.received);
  return body.kind === 'json' ? toAnimal(body.value) : undefined;
}

function integer(value: Lossless | undefined): string | undefined {
  const digits = digitsOf(value);
  return digits === undefined ? undefined : (integerDigits(digits) ?? undefined);
}
