import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import { costOf, objectionsToCost } from '../../run/cost.ts';
import { keyUsesOf } from '../../run/key-uses.ts';
import { prepare } from '../../run/prepare.ts';
import type { RunSettings } from '../options/read-run.ts';
import { estimate } from '../preview/estimate.ts';
import { requestsText } from '../preview/requests.ts';
import { runJob } from './lifecycle.ts';

/** Runs check, limits or both, and gives the exit code. */
export async function runJobOf(settings: RunSettings, io: Io): Promise<number> {
  const { request, conformance, key, load, granted, target } = settings;
  const prepared = prepare(request, conformance ? CHECKS : [], conformance ? PROBES : [], io);
  const cost = costOf(prepared);
  const bounded = { ...settings, maxMs: settings.maxMs ?? cost.maxMs };
  return runJob(
    {
      settings: bounded,
      head: prepared.head,
      seconds: cost.seconds,
      keyUses: keyUsesOf(prepared, [key, ...(load?.keys ?? [])]),
      overBudget: objectionsToCost(prepared, request, granted),
      // The default of --max-duration is a detail.
      estimate: (layout) => estimate(prepared, cost, (layout.verbose ? bounded : settings).maxMs, target, layout),
      requests: (layout) => requestsText(prepared, layout),
      needsK6: load !== undefined,
      load: async () => (await import('./record-run.ts')).recorderOf(prepared, bounded, io),
    },
    io,
  );
}
