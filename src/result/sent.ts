import type { Trace } from '../exchange/index.ts';
import { offsetReader } from './clock-offset.ts';
import { exchangesOf } from './load.ts';
import { requestCounter } from './requests.ts';
import { residueOf } from './residue.ts';
import type { Residue, Result } from './result.ts';

/** Facts about the exchanges for a result. */
export interface Sent {
  readonly requests: Result['requests'];
  readonly residue: readonly Residue[];
  readonly clockOffset: Result['target']['clockOffset'];
}

/** Collects them in one pass: k6 may have sent a million. */
export function sentIn(trace: Trace): Sent {
  const counter = requestCounter(trace);
  const clock = offsetReader();
  const residue: Residue[] = [];
  // The client's times are more precise than k6's.
  const timed = trace.exchanges.length > 0 ? 'client' : 'k6';
  for (const exchange of exchangesOf(trace)) {
    counter.see(exchange);
    if (exchange.recorder === timed) clock.see(exchange);
    const left = residueOf(exchange);
    if (left !== undefined) residue.push(left);
  }
  return { requests: counter.counts(), residue, clockOffset: clock.offset() };
}
