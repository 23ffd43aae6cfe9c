import type { Command } from 'commander';
import type { Rerun } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { requestsForLimits } from '../../run/limits-cost.ts';
import type { CheckRequest } from '../../run/prepare.ts';
import { answered, questionFor } from '../console/confirm.ts';
import { collectProblems, type Problems } from '../console/problems.ts';
import { tellUnfit } from '../files/folder.ts';
import { readBounds } from '../options/bounds.ts';
import { expectedFor } from '../options/expected.ts';
import { grantedBy, readFromFile, withTarget } from '../options/from-file.ts';
import { givenBy } from '../options/given.ts';
import { type LoadOptions, type ReportingOptions, type SendingOptions, tellUnknown } from '../options/options.ts';
import { type LoadCall, readLoad } from '../options/read-limits.ts';
import { readReporting } from '../options/read-reporting.ts';
import { readCall } from '../options/read-request.ts';
import { perform } from './perform.ts';

/** Which halves a command consists of. */
export const HALVES = {
  check: { conformance: true, pushes: false },
  limits: { conformance: false, pushes: true },
  run: { conformance: true, pushes: true },
} as const;

export type SendingCommand = keyof typeof HALVES;

/**
 * Reads everything that a sending command was given, tells every problem at once, and performs it; with `rerun`, as far as something had
 * failed. Gives the exit code.
 */
export async function send(
  command: Command,
  name: SendingCommand,
  given: SendingOptions & Partial<LoadOptions> & ReportingOptions,
  io: Io,
  rerun?: Rerun,
): Promise<number> {
  const { conformance, pushes } = HALVES[name];
  const problems = collectProblems();
  const from = readFromFile(given, io.cwd, problems);
  const filled = withTarget(given, from, io.env);
  const question = questionFor(filled, name, from, io);
  const options = answered(filled, question);
  tellUnknown(command, problems);
  const call = readCall(options, io, new Date(io.clock.now()), problems, name, from, rerun);
  const loadOptions = { secondKey: [], daily: [], ban: [], ...options };
  const load = pushes ? readLoad(loadOptions, call, io, problems, from) : undefined;
  const request = load === undefined ? call.request : within(call.request, load, conformance, problems);
  const bounds = readBounds(options, problems);
  const reporting = readReporting(options, problems, io, from);
  const expected = expectedFor(from, call.request.targetName, reporting.failOn, problems, io);
  tellUnfit(options.out, problems, io);
  problems.check();
  const work = { call: { ...call, request }, conformance, expected, bounds, granted: grantedBy(from), question };
  const result = await perform(
    load === undefined ? work : { ...work, load },
    { ...reporting, given: givenBy(command, options.key, io.env) },
    options.out,
    options.dryRun === true,
    io,
  );
  return result?.exitCode ?? 0;
}

/** k6 cannot stop in the middle without losing its evidence: --max-requests must allow for all that it may send; check gets the rest. */
function within(request: CheckRequest, { limits }: LoadCall, conformance: boolean, problems: Problems): CheckRequest {
  const { maxRequests, windowSeconds } = request;
  if (maxRequests === undefined) return request;
  const most = requestsForLimits(limits, windowSeconds);
  if (maxRequests < most + (conformance ? 1 : 0))
    problems.add(
      `--max-requests: pushing these limits can take ${most} requests, a confirmation attempt included${conformance ? ', and the check needs some too' : ''}; allow more, or push fewer plans`,
    );
  return { ...request, maxRequests: maxRequests - most };
}
