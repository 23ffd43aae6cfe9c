import { Command } from 'commander';
import { requestsForLimits } from '../../run/limits-cost.ts';
import type { CheckRequest } from '../../run/prepare.ts';
import { withConfirmedHost } from '../confirm.ts';
import { expectedFor } from '../expected.ts';
import { folderProblem } from '../folder.ts';
import { budgetsOf, readFromFile, withTarget } from '../from-file.ts';
import {
  type LoadOptions,
  type ReportingOptions,
  type SendingOptions,
  tellUnknown,
  withLoadOptions,
  withReportingOptions,
  withSendingOptions,
} from '../options.ts';
import { perform } from '../perform.ts';
import { collectProblems, type Problems } from '../problems.ts';
import { type LoadCall, readLoad } from '../read-limits.ts';
import { readReporting } from '../read-reporting.ts';
import { readCall } from '../read-request.ts';

/** `storecheck limits`: every plan's limit, pushed with k6. */
export function limitsCommand(done: (exitCode: number) => void): Command {
  return pushing(
    'limits',
    'push the limit of every plan whose key is given, with k6, and judge the limiter',
    false,
    done,
  );
}

/** `storecheck run`: check and limits joined in one result. */
export function runCommand(done: (exitCode: number) => void): Command {
  return pushing('run', 'check and limits, joined in one result and one verdict: the gate', true, done);
}

function pushing(name: string, description: string, conformance: boolean, done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withLoadOptions(withSendingOptions(new Command(name))));
  return command
    .description(description)
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', examples(name))
    .action(async (given: SendingOptions & LoadOptions & ReportingOptions) => {
      const problems = collectProblems();
      const from = readFromFile(given, process.cwd(), problems);
      const options = await withConfirmedHost(withTarget(given, from, process.env), name, from);
      tellUnknown(command, problems);
      const call = readCall(options, process.env, new Date(), problems, name, from);
      const load = readLoad(options, call, process.env, problems, from);
      const request = within(call.request, load, conformance, problems);
      const reporting = readReporting(options, problems, from);
      const expected = expectedFor(from, call.request.targetName, reporting.failOn, problems);
      const outProblem = options.out === undefined ? undefined : folderProblem(options.out);
      if (outProblem !== undefined) problems.add(`--out: ${outProblem}`);
      problems.check();
      const result = await perform(
        { call: { ...call, request }, conformance, load, expected, ...budgetsOf(from) },
        reporting,
        options.out,
        options.dryRun === true,
      );
      done(result?.exitCode ?? 0);
    });
}

/** k6 cannot stop in the middle without losing its evidence: --max-requests must allow for all that it may send; check gets the rest. */
function within(request: CheckRequest, { limits }: LoadCall, conformance: boolean, problems: Problems): CheckRequest {
  const { maxRequests, windowSeconds } = request;
  if (maxRequests === undefined) return request;
  const again = { ...limits, sustainWindows: 0, daily: {}, ban: {} };
  const most = requestsForLimits(limits, windowSeconds) + requestsForLimits(again, windowSeconds);
  if (maxRequests < most + (conformance ? 1 : 0))
    problems.add(
      `--max-requests: pushing these limits can take ${most} requests, a second look included${conformance ? ', and the check needs some too' : ''}; allow more, or push fewer plans`,
    );
  return { ...request, maxRequests: maxRequests - most };
}

function examples(name: string): string {
  return `
Examples:
  storecheck ${name} --base-url https://staging.example.com/v1 --key free=env:FREE --key pro=env:PRO --allow-load
  storecheck ${name} --base-url http://127.0.0.1:4010/v1 --window 6
  storecheck ${name} --base-url https://staging.example.com/v1 --key free=env:FREE --second-key free=env:OTHER --allow-load --dry-run`;
}
