import { type Delivery, openRecorder } from '../../../load/lib/experiment/recorder.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../../src/exchange/records/types.ts';
import type { Clock } from '../../../src/io/io.ts';
import { virtualClock } from '../../virtual/clock.ts';
import type { Operation, Service } from './service.ts';

export const START = 1_795_216_900_000;

interface Network {
  /** Milliseconds that a packet of the request with this number (from 0) travels in one direction. */
  readonly oneWay: (request: number) => number;
  /** Each request opens a connection, as in k6: one round trip more. */
  readonly connects?: boolean;
  /** The service's clock minus the client's, in milliseconds, at a moment of the client's clock. */
  readonly offsetAt: (now: number) => number;
  /** Loses a request before it arrives, or its response. */
  readonly loses?: (request: number) => 'request' | 'response' | undefined;
}

/** Milliseconds after which the client stops waiting for a response. */
const TIMEOUT = 4_000;

const NO_RESPONSE = { failure: { code: 'K6_1050', message: 'request timeout' } };

/** Delivers requests to a service in virtual time. */
function deliverTo(
  service: Service,
  { oneWay, connects = false, offsetAt, loses = () => undefined }: Network,
  { now, after }: Clock,
): (request: number, operation: Operation, key: KeyLabel) => Promise<Delivery> {
  return (request, operation, key) =>
    new Promise((resolve) => {
      const called = now();
      const at = (moment: number, action: () => void) => void after(moment - now(), action);
      const lost = loses(request);
      const blocked = connects ? oneWay(request) + oneWay(request) : 0;
      const arrival = called + blocked + oneWay(request);
      const timeOut = () => at(Math.max(arrival, called + TIMEOUT), () => resolve(NO_RESPONSE));
      if (lost === 'request') return timeOut();
      at(arrival, () => {
        const reply = service(arrival + offsetAt(arrival), operation, key);
        if (reply === null || lost === 'response') timeOut();
        else at(arrival + oneWay(request), () => resolve({ ...reply, blocked }));
      });
    });
}

interface World {
  readonly experiment: QuotaExperiment;
  readonly service: Service;
  readonly network: Network;
  readonly start?: number;
  /** Milliseconds by which a timer fires too late, or too early if negative. */
  readonly late?: () => number;
}

/** The simulated environment of one key's experiment: a virtual clock, a network, and a service behind it. */
export function openWorld({ experiment, service, network, start = START, late = () => 0 }: World) {
  const clock = virtualClock({ startAt: start });
  const records: K6Record[] = [];
  const deliver = deliverTo(service, network, clock);
  let requests = 0;
  const recorder = openRecorder(experiment, {
    run: 'simulated',
    instance: 'whole',
    now: clock.now,
    sleep: (milliseconds) => clock.sleep(milliseconds + late()),
    deliver: ({ operation }, key) => deliver(requests++, operation as Operation, key),
    write: (record) => records.push(record),
    redact: (text) => text,
  });
  return { clock, recorder, records };
}
