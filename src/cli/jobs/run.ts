import { join } from 'node:path';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import { keyUsesOf } from '../../run/lifecycle/key-uses.ts';
import { objectionsToCost } from '../../run/lifecycle/run-budget.ts';
import { prepare, secondsPlanned, timeLimitMs } from '../../run/prepare.ts';
import { paintFor, widthFor } from '../console/console.ts';
import type { RunSettings } from '../options/read-run.ts';
import { estimate } from '../preview/estimate.ts';
import { requestsText } from '../preview/requests.ts';
import { runJob } from './lifecycle.ts';

/** Runs check, limits or both, and gives the exit code. */
export async function runJobOf(settings: RunSettings, io: Io): Promise<number> {
  const { request, conformance, key, load, granted, reporting } = settings;
  const prepared = prepare(request, conformance ? CHECKS : [], conformance ? PROBES : [], io);
  const { waitMs = 0, maxMs = waitMs + timeLimitMs(prepared) } = settings.bounds;
  const bounds = { ...settings.bounds, maxMs };
  const bounded = { ...settings, bounds };
  const paint = paintFor(reporting.color, io.env, io.stderr.isTTY);
  return runJob(
    {
      settings: bounded,
      head: prepared.head,
      folder: join('reports', prepared.head.run),
      seconds: secondsPlanned(prepared),
      keyUses: keyUsesOf(prepared, [key, ...(load?.keys ?? [])]),
      overBudget: objectionsToCost(prepared, request, granted),
      // The default of --max-duration is a detail.
      estimate: estimate(
        prepared,
        reporting.verbose ? bounds : settings.bounds,
        settings.target.objections.length > 0,
        {
          paint,
          width: widthFor(io.stderr.columns),
          verbose: reporting.verbose,
        },
      ),
      requests: () =>
        requestsText(prepared, paintFor(reporting.color, io.env, io.stdout.isTTY), widthFor(io.stdout.columns)),
      load: async () => (await import('./record-run.ts')).recorderOf(prepared, bounded, paint, io),
    },
    io,
  );
}
