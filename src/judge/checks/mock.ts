import { type Answered, headerValue } from '../../exchange/index.ts';
import { HEADERS } from '../../spec/headers.ts';
import { animalIn } from '../../store/index.ts';

/** The id in a run's second request. */
export const SECOND_ID = '1';

/** A mock counts no requests, and returns 200 and its example for every id. */
export function isMock(contact: Answered, second: Answered | undefined): boolean {
  return isUncounted(contact) && second?.received.status === 200 && animalIn(second)?.id !== SECOND_ID;
}

/** Whether 200 came without a rate limit that a plan could have. */
export function isUncounted({ received }: Answered): boolean {
  return received.status === 200 && !/^[1-9]\d*$/.test(headerValue(received.headers, HEADERS.limit)?.trim() ?? '');
}
