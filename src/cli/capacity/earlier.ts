import { type EarlierRun, incomparable } from '../../capacity/index.ts';
import type { Io } from '../../io/io.ts';
import type { Problems } from '../console/problems.ts';
import { readResult } from '../files/read-result.ts';
import type { CapacityCall } from './read-capacity.ts';

/** The run that this one is to be compared with; whatever stands against it is a problem. */
export function readEarlier(
  path: string | undefined,
  call: CapacityCall,
  problems: Problems,
  io: Pick<Io, 'cwd'>,
): EarlierRun | undefined {
  if (path === undefined) return undefined;
  const { capacity, target, run } = readResult(path, io);
  if (capacity === undefined) return problems.add(`--compare: ${path} is not the result of a capacity run`);
  const { mix, steps } = call.plan;
  for (const reason of incomparable({ ...capacity, baseUrl: target.baseUrl }, { baseUrl: call.baseUrl, mix, steps }))
    problems.add(`--compare: ${path} cannot be compared with this run: ${reason}`);
  return {
    run: run.id,
    startedAt: run.startedAt,
    steps: capacity.steps.map(({ rps, verdict, latency, errors }) => ({ rps, verdict, latency, errors })),
  };
}
