import type { Caution } from '../../../load/lib/experiment/burst.ts';
import { type Lab, openLab } from '../../../load/lib/experiment/lab.ts';
import { leadExperiment, preparation, shareExperiment, wholeExperiment } from '../../../load/lib/experiment/quota.ts';
import type { ClockOffset } from '../../../src/exchange/clock-offset.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Experiment, K6Record } from '../../../src/exchange/records/load-record.ts';
import { type VirtualClock, virtualClock } from '../../virtual/clock.ts';
import { deliverTo, type Network } from './network.ts';
import type { Operation, Service } from './service.ts';

export const START = 1_795_216_900_000;

/** The simulated environment of one key's experiment: a virtual clock, a network, and a service behind it. */
export interface World {
  readonly clock: VirtualClock;
  /** Opens the lab of one VU. */
  readonly lab: (instance: string, offset?: ClockOffset | null) => Lab;
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
  const lab: World['lab'] = (instance, offset = null) => {
    // Each lab counts its own requests. The journal of a run numbers all of them.
    const numbers: number[] = [];
    return openLab(
      experiment,
      {
        run: 'simulated',
        instance,
        now: clock.now,
        sleep: (milliseconds) => clock.sleep(milliseconds + late()),
        deliver: ({ operation }, key) => {
          const request = requests++;
          numbers.push(request);
          return deliver(request, operation as Operation, key);
        },
        write: (record) => records.push(isExchange(record) ? { ...record, seq: numbers[record.seq] ?? NaN } : record),
        redact: (text) => text,
      },
      offset,
    );
  };
  return { clock, lab, records };
}

/** Like `load/quota.ts`: in one VU, or with a preparation, a leading VU and shares of the burst. Returns the last closing record. */
export async function runQuota({ lab, clock }: World, caution: Caution, vus = 1): Promise<Experiment> {
  if (vus === 1) return wholeExperiment(lab('whole'), caution);
  const shared = await preparation(lab('setup'));
  const offset = 'stopped' in shared ? null : shared.offset;
  const others = vus - 1;
  const shares = Array.from({ length: others }, (_, number) =>
    shareExperiment(lab(`share ${number}`, offset), shared, caution, others),
  );
  const done = async () => {
    await Promise.all(shares);
    // The leading VU polls for the end of the others.
    await clock.sleep(20);
  };
  return leadExperiment(lab('lead', offset), shared, caution, { others, done });
}

export const isExchange = (record: K6Record): record is Exchange => !('kind' in record);
