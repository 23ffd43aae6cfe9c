import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import type { Result } from '../../result/result.ts';
import { secondsPlanned } from '../../run/duration.ts';
import { prepare } from '../../run/prepare.ts';
import { confirm } from '../console/confirm.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { UsageError } from '../console/problems.ts';
import { checkFits } from '../options/bounds.ts';
import type { Reporting } from '../options/read-reporting.ts';
import { bill } from '../preview/bill.ts';
import { needsText } from '../preview/needs.ts';
import { plan } from '../preview/plan.ts';
import { againstKeys } from './key-budget.ts';
import { holdingOf, worksOf } from './key-work.ts';
import { againstRun } from './run-budget.ts';
import type { Work } from './work.ts';

/** Says what it will do, runs, records, judges and reports; undefined for a dry run. */
export async function perform(
  work: Work,
  reporting: Reporting,
  out: string | undefined,
  dryRun: boolean,
  io: Io,
): Promise<Result | undefined> {
  const { call, conformance, load, bounds, granted, question } = work;
  const request = load === undefined ? call.request : { ...call.request, limits: load.limits };
  const prepared = prepare(request, conformance ? CHECKS : [], conformance ? PROBES : [], io);
  const paint = paintFor(reporting.color, io.env, io.stderr.isTTY);
  if (!reporting.quiet) io.stderr.write(`${bill(prepared, bounds, paint, widthFor(io.stderr.columns))}\n`);
  checkFits(bounds, secondsPlanned(prepared));
  const against = granted === undefined ? [] : againstRun(prepared, call.request, granted);
  if (dryRun) {
    const held = againstKeys(worksOf(prepared, call, load), holdingOf(prepared, work), io);
    const needs = [...call.needs, ...against, ...held];
    const width = widthFor(io.stdout.columns);
    const printed = paintFor(reporting.color, io.env, io.stdout.isTTY);
    io.stdout.write(`${plan(prepared, printed, width)}${needsText(needs, width)}`);
    return undefined;
  }
  if (against.length > 0) throw new UsageError(against.map((reason) => `${reason}; nothing was sent`));
  if (question !== undefined) await confirm(question, io);
  // The client and the reporters take longer to load than the bill takes to print.
  const { carryOut } = await import('./carry-out.ts');
  return carryOut(prepared, work, reporting, paint, out, io);
}
