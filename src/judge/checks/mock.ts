import { type Answered, headerValue } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { animalIn } from '../../store/index.ts';

/** The animal that the second request of a run asks for. */
export const SECOND_ID = '1';

/** A mock returns 200 for everything and counts nothing; it returns its example whatever id is asked for. */
export function isMock(contact: Answered, second: Answered | undefined): boolean {
  return isUncounted(contact) && second?.received.status === 200 && animalIn(second)?.id !== SECOND_ID;
}

/** Returned 200 without a rate limit that any plan could have. */
export function isUncounted({ received }: Answered): boolean {
  return received.status === 200 && !/^[1-9]\d*$/.test(headerValue(received.headers, HEADERS.limit)?.trim() ?? '');
}
