import { Command } from 'commander';
import { faults, startReference } from '../../reference/index.ts';
import { QUOTAS } from '../../spec/plans.ts';
import { folderProblem } from '../folder.ts';
import { type ReportingOptions, tellUnknown, withReportingOptions } from '../options.ts';
import { collectProblems, didYouMean } from '../problems.ts';
import { readReporting } from '../report.ts';
import { check } from './check.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(new Command('demo'));
  return command
    .description('check the embedded reference server, to see what a run looks like')
    .option('--fault <id>', 'break the server first, to see a failing run')
    .option('--out <dir>', "the run's folder (default: reports/<run-id>)")
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (options: ReportingOptions & { fault?: string; out?: string }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const reporting = readReporting(options, problems);
      const fault = faults.find(({ id }) => id === options.fault);
      if (options.fault !== undefined && fault === undefined)
        problems.add(
          `--fault: no ${JSON.stringify(options.fault)}${didYouMean(
            options.fault,
            faults.map(({ id }) => id),
          )}; storecheck serve --list shows them`,
        );
      const outProblem = options.out === undefined ? undefined : folderProblem(options.out);
      if (outProblem !== undefined) problems.add(`--out: ${outProblem}`);
      problems.check();
      const reference = await startReference({ variants: fault === undefined ? [] : [fault], ...fault?.needs });
      try {
        const request = {
          command: 'check',
          baseUrl: reference.baseUrl,
          targetName: 'reference',
          targetClass: 'local',
          plan: 'pro',
          keyHasLetters: true,
          quota: QUOTAS.pro,
          windowSeconds: fault?.needs?.windowSeconds ?? 60,
          readOnly: false,
          settleMs: 2000,
          today: new Date().toISOString().slice(0, 10),
          categories: null,
          only: [],
          skip: [],
          maxRequests: undefined,
        } as const;
        const result = await check(
          { request, key: reference.keys.pro, timeoutMs: 30_000 },
          reporting,
          options.out,
          false,
        );
        done(result?.exitCode ?? 0);
      } finally {
        await reference.close();
      }
    });
}
