import { CHECKS, PROBES } from '../../suites/index.ts';
import type { Budgets } from '../config/index.ts';
import type { Expected } from '../result/build.ts';
import type { Result } from '../result/result.ts';
import { secondsPlanned } from '../run/duration.ts';
import { prepare } from '../run/prepare.ts';
import { bill, plan } from './bill.ts';
import { type Bounds, checkFits } from './bounds.ts';
import { paintFor, widthFor } from './console.ts';
import { needsText } from './needs.ts';
import type { LoadCall } from './read-limits.ts';
import type { Reporting } from './read-reporting.ts';
import type { Call } from './read-request.ts';

/** What a command asks for: the conformance part, the load part, or both. */
export interface Work {
  readonly call: Call;
  readonly conformance: boolean;
  readonly load?: LoadCall;
  /** What the configuration expects of the target, and grants to its keys. */
  readonly expected?: Expected;
  readonly budgets?: Budgets;
  readonly bounds: Bounds;
}

/** Says what it will do, runs, records, judges and reports; undefined for a dry run. */
export async function perform(
  work: Work,
  reporting: Reporting,
  out: string | undefined,
  dryRun: boolean,
): Promise<Result | undefined> {
  const { call, conformance, load, bounds } = work;
  const request = load === undefined ? call.request : { ...call.request, limits: load.limits };
  const prepared = prepare(request, conformance ? CHECKS : [], conformance ? PROBES : [], Date.now());
  const paint = paintFor(reporting.color, process.env, process.stderr.isTTY);
  const talk = (text: string) => process.stderr.write(text);
  if (!reporting.quiet) talk(`${bill(prepared, bounds, paint, widthFor(process.stderr.columns))}\n`);
  checkFits(bounds, secondsPlanned(prepared));
  if (dryRun) {
    const width = widthFor(process.stdout.columns);
    const printed = paintFor(reporting.color, process.env, process.stdout.isTTY);
    process.stdout.write(`${plan(prepared, printed, width)}${needsText(call.needs, width)}`);
    return undefined;
  }
  // The client and the reporters take longer to load than the bill takes to print.
  const { carryOut } = await import('./carry-out.ts');
  return carryOut(prepared, work, reporting, paint, out);
}
