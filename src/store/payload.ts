import { digitsOf, type Exchange, isRecord, oncePer, parseJsonText } from '../exchange/index.ts';
import { type Animal, toAnimal } from './animal.ts';

/** The payload of a create, parsed from its request body; undefined if it was not an object. */
export const payloadOf: (exchange: Exchange) => Animal | undefined = oncePer(readPayload);

function readPayload(exchange: Exchange): Animal | undefined {
  if (exchange.sent.body === null || exchange.sent.body === '') return undefined;
  try {
    const { value } = parseJsonText(exchange.sent.body);
    return isRecord(value) && (value['categoryId'] === undefined || digitsOf(value['categoryId']) !== undefined)
      ? toAnimal(value)
      : undefined;
  } catch {
    return undefined;
  }
}
