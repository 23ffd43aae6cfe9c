import type { Exchange, Trace } from '../exchange/index.ts';
import type { Verdict } from '../judge/verdict.ts';
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
  /** Exchanges that findings show as a command, by number. */
  readonly shown: ReadonlyMap<number, Exchange>;
}

/** Collects them in one pass: k6 may have sent a million. */
export function sentIn(trace: Trace, verdicts: readonly Verdict[]): Sent {
  const wanted = new Set(
    verdicts.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges.at(-1) ?? [])),
  );
  const counter = requestCounter(trace);
  const clock = offsetReader();
  const residue: Residue[] = [];
  const shown = new Map<number, Exchange>();
  // The client's times are more precise than k6's.
  const timed = trace.exchanges.length > 0 ? 'client' : 'k6';
  for (const exchange of exchangesOf(trace)) {
    counter.see(exchange);
    if (exchange.recorder === timed) clock.see(exchange);
    const left = residueOf(exchange);
    if (left !== undefined) residue.push(left);
    if (wanted.has(exchange.seq)) shown.set(exchange.seq, exchange);
  }
  return { requests: counter.counts(), residue, clockOffset: clock.offset(), shown };
}
