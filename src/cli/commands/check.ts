import { join } from 'node:path';
import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import { buildResult } from '../../result/build.ts';
import type { Result } from '../../result/result.ts';
import { judgeTrace, runCheck } from '../../run/check.ts';
import { prepare } from '../../run/prepare.ts';
import { bill, plan } from '../bill.ts';
import { paintFor, widthFor } from '../console.ts';
import { folderProblem, openRunFolder } from '../folder.ts';
import { onInterrupt } from '../interrupt.ts';
import {
  type ReportingOptions,
  type SendingOptions,
  tellUnknown,
  withReportingOptions,
  withSendingOptions,
} from '../options.ts';
import { collectProblems } from '../problems.ts';
import { progress } from '../progress.ts';
import { type Call, readCall } from '../read-request.ts';
import { type Reporting, readReporting, report } from '../report.ts';

/** `storecheck check`: the conformance run. Returns the exit code. */
export function checkCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withSendingOptions(new Command('check')));
  return command
    .description('judge a deployed service against the document, without pushing a limit')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', EXAMPLES)
    .action(async (options: SendingOptions & ReportingOptions) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const call = readCall(options, process.env, new Date(), problems);
      const reporting = readReporting(options, problems);
      const outProblem = options.out === undefined ? undefined : folderProblem(options.out);
      if (outProblem !== undefined) problems.add(`--out: ${outProblem}`);
      problems.check();
      const result = await check(call, reporting, options.out, options.dryRun === true);
      done(result?.exitCode ?? 0);
    });
}

const EXAMPLES = `
Examples:
  storecheck check --base-url https://staging.example.com/v1 --key pro=env:STORE_KEY_PRO --allow-writes
  storecheck check --base-url https://api.example.com/v1 --key free=file:free.key      (read-only)
  storecheck check --base-url http://127.0.0.1:4010/v1 --only 'auth.*' --dry-run`;

/** Runs, records, judges and reports; undefined for a dry run. */
export async function check(
  { request, key, timeoutMs }: Call,
  reporting: Reporting,
  out: string | undefined,
  dryRun: boolean,
): Promise<Result | undefined> {
  const prepared = prepare(request, CHECKS, PROBES, Date.now());
  const paint = paintFor(reporting.color, process.env, process.stderr.isTTY);
  const width = widthFor(process.stderr.columns);
  const talk = (text: string) => process.stderr.write(text);
  if (!reporting.quiet) talk(`${bill(prepared, paint, width)}\n`);
  if (dryRun) {
    process.stdout.write(
      plan(prepared, paintFor(reporting.color, process.env, process.stdout.isTTY), widthFor(process.stdout.columns)),
    );
    return undefined;
  }
  const folder = openRunFolder(out ?? join('reports', prepared.head.run));
  const interrupt = onInterrupt(talk);
  const live = progress(reporting.quiet ? () => undefined : talk, process.stderr.isTTY, paint, prepared.probes.length);
  try {
    const trace = await runCheck(prepared, {
      key,
      timeoutMs,
      signal: interrupt.signal,
      record: (record) => {
        folder.record(record);
        live.see(record);
      },
    });
    live.end();
    const result = buildResult(trace, judgeTrace(trace), reporting.failOn);
    folder.finish(result);
    report(result, reporting, folder.path);
    return result;
  } finally {
    live.end();
    interrupt.release();
  }
}
