import { type Lab, openLab } from '../../../load/lib/experiment/lab.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../../src/exchange/records/load-record.ts';
import { type VirtualClock, virtualClock } from '../../virtual/clock.ts';
import { deliverTo, type Network } from './network.ts';
import type { Operation, Service } from './service.ts';

export const START = 1_795_216_900_000;

/** The simulated environment of one key's experiment: a virtual clock, a network, and a service behind it. */
export interface World {
  readonly clock: VirtualClock;
  readonly lab: Lab;
  readonly records: readonly K6Record[];
}

export interface WorldOptions {
  readonly experiment: QuotaExperiment;
  readonly service: Service;
  readonly network: Network;
  readonly start?: number;
  /** Milliseconds by which a timer fires too late, or too early if negative. */
  readonly late?: () => number;
}

export function openWorld({ experiment, service, network, start = START, late = () => 0 }: WorldOptions): World {
  const clock = virtualClock({ startAt: start });
  const records: K6Record[] = [];
  const deliver = deliverTo(service, network, clock);
  let requests = 0;
  const lab = openLab(experiment, {
    run: 'simulated',
    instance: 'whole',
    now: clock.now,
    sleep: (milliseconds) => clock.sleep(milliseconds + late()),
    deliver: ({ operation }, key) => deliver(requests++, operation as Operation, key),
    write: (record) => records.push(record),
    redact: (text) => text,
  });
  return { clock, lab, records };
}
