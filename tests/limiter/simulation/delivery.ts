import type { Environment, RawResponse } from '../../../load/experiment/recorder.ts';
import type { Clock } from '../../../src/io/io.ts';
import type { Operation, Service } from './service.ts';

interface Network {
  /** Milliseconds that a packet travels in one direction. */
  readonly oneWay: () => number;
  /** Each request opens a connection, as in k6: one round trip more. */
  readonly connects: boolean;
  /** The service's clock minus the client's, in milliseconds, at a moment of the client's clock. */
  readonly offsetAt: (now: number) => number;
  /** Loses the request with this number (from 0) before it arrives, or its response. */
  readonly loses: (request: number) => 'request' | 'response' | undefined;
}

/** Milliseconds after which the client stops waiting for a response. */
const TIMEOUT = 4_000;

const NO_RESPONSE: RawResponse = { failure: { code: 'K6_1050', message: 'request timeout' } };

/** Delivers requests to a service in virtual time. */
export function deliveryTo(
  service: Service,
  { oneWay, connects, offsetAt, loses }: Network,
  { now, after }: Clock,
): Environment['deliver'] {
  let requests = 0;
  return ({ operation }, key) =>
    new Promise((resolve) => {
      const called = now();
      const at = (moment: number, action: () => void) => void after(moment - now(), action);
      const lost = loses(requests++);
      const blocked = connects ? oneWay() + oneWay() : 0;
      const arrival = called + blocked + oneWay();
      const timeOut = () => at(Math.max(arrival, called + TIMEOUT), () => resolve(NO_RESPONSE));
      if (lost === 'request') return timeOut();
      at(arrival, () => {
        const response = service(arrival + offsetAt(arrival), operation as Operation, key);
        if (lost === 'response') timeOut();
        else at(arrival + oneWay(), () => resolve({ ...response, blocked }));
      });
    });
}
