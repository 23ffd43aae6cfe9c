import { Command } from 'commander';
import { withConfirmedHost } from '../confirm.ts';
import { expectedFor } from '../expected.ts';
import { folderProblem } from '../folder.ts';
import { budgetsOf, readFromFile, withTarget } from '../from-file.ts';
import {
  type ReportingOptions,
  type SendingOptions,
  tellUnknown,
  withReportingOptions,
  withSendingOptions,
} from '../options.ts';
import { perform } from '../perform.ts';
import { collectProblems } from '../problems.ts';
import { readReporting } from '../read-reporting.ts';
import { readCall } from '../read-request.ts';

/** `storecheck check`: the conformance run. Returns the exit code. */
export function checkCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withSendingOptions(new Command('check')));
  return command
    .description('judge a deployed service against the document, without pushing a limit')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', EXAMPLES)
    .action(async (given: SendingOptions & ReportingOptions) => {
      const problems = collectProblems();
      const from = readFromFile(given, process.cwd(), problems);
      const options = await withConfirmedHost(withTarget(given, from, process.env), 'check', from);
      tellUnknown(command, problems);
      const call = readCall(options, process.env, new Date(), problems, 'check', from);
      const reporting = readReporting(options, problems, from);
      const expected = expectedFor(from, call.request.targetName, reporting.failOn, problems);
      const outProblem = options.out === undefined ? undefined : folderProblem(options.out);
      if (outProblem !== undefined) problems.add(`--out: ${outProblem}`);
      problems.check();
      const result = await perform(
        { call, conformance: true, expected, ...budgetsOf(from) },
        reporting,
        options.out,
        options.dryRun === true,
      );
      done(result?.exitCode ?? 0);
    });
}

const EXAMPLES = `
Examples:
  storecheck check --base-url https://staging.example.com/v1 --key pro=env:STORE_KEY_PRO --allow-writes
  storecheck check --base-url https://api.example.com/v1 --key free=file:free.key      (read-only)
  storecheck check --base-url http://127.0.0.1:4010/v1 --only 'auth.*' --dry-run`;
