import type { Phase } from '../../../src/exchange/records/load-record.ts';
import { LIST } from '../wire/request.ts';
import type { Lab } from './lab.ts';
import { isRefused } from './outcome.ts';

/** The iteration of one VU of a paced run: it sends a request, or after its refusals records that it did not, so that every planned request has a line. */
export function pacer(lab: Lab, phase: Phase, refusals: number): () => Promise<void> {
  let refused = 0;
  return async () => {
    if (refused >= refusals) lab.hold(phase);
    else if (isRefused(await lab.send(phase, LIST))) refused += 1;
  };
}
