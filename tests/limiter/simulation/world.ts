import { type Delivery, openRecorder } from '../../../load/lib/experiment/recorder.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../../src/exchange/records/load-record.ts';
import { virtualClock } from '../../virtual/clock.ts';
import type { Operation, Service } from './service.ts';

export const START = 1_795_216_900_000;

interface Network {
  /** Milliseconds that a packet travels in one direction. */
  readonly oneWay: () => number;
  /** Each request opens a connection, as in k6: one round trip more. */
  readonly connects: boolean;
  /** The service's clock minus the client's, in milliseconds, at a moment of the client's clock. */
  readonly offsetAt: (now: number) => number;
  /** Loses the request with this number (from 0) before it arrives, or its response. */
  readonly loses: (request: number) => 'request' | 'response' | undefined;
  /** Milliseconds by which a timer of the client fires too late, or too early if negative. */
  readonly late: () => number;
}

/** Milliseconds after which the client stops waiting for a response. */
const TIMEOUT = 4_000;
const NO_RESPONSE = { failure: { code: 'K6_1050', message: 'request timeout' } };

/** The simulated environment of one key's experiment: a virtual clock, a network, and a service behind it. */
export function openWorld(experiment: QuotaExperiment, service: Service, network: Network, startAt: number) {
  const { oneWay, connects, offsetAt, loses, late } = network;
  const clock = virtualClock({ startAt });
  const records: K6Record[] = [];
  let requests = 0;
  const recorder = openRecorder(experiment, {
    run: 'simulated',
    instance: 'whole',
    now: clock.now,
    sleep: (milliseconds) => clock.sleep(milliseconds + late()),
    deliver: ({ operation }, key) =>
      new Promise<Delivery>((resolve) => {
        const called = clock.now();
        const at = (moment: number, action: () => void) => void clock.after(moment - clock.now(), action);
        const lost = loses(requests++);
        const blocked = connects ? oneWay() + oneWay() : 0;
        const arrival = called + blocked + oneWay();
        const timeOut = () => at(Math.max(arrival, called + TIMEOUT), () => resolve(NO_RESPONSE));
        if (lost === 'request') return timeOut();
        at(arrival, () => {
          const reply = service(arrival + offsetAt(arrival), operation as Operation, key);
          if (reply === null || lost === 'response') timeOut();
          else at(arrival + oneWay(), () => resolve({ ...reply, blocked }));
        });
      }),
    write: (record) => records.push(record),
    redact: (text) => text,
  });
  return { clock, recorder, records };
}
