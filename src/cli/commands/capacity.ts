import { join } from 'node:path';
import type { Command } from 'commander';
import { startClock } from '../../client/clock.ts';
import { type End, type Head, isKind, type JournalRecord, type LoadEnd } from '../../exchange/index.ts';
import type { Result } from '../../result/result.ts';
import { runCapacity } from '../../run/capacity.ts';
import { capacityResult } from '../../run/capacity-result.ts';
import { prepare } from '../../run/prepare.ts';
import { isPlanName } from '../../spec/plans.ts';
import { LOAD_SCRIPTS } from '../assets.ts';
import { capacityBill } from '../capacity/bill.ts';
import { comparison, readEarlier } from '../capacity/earlier.ts';
import { holdPool } from '../capacity/hold-pool.ts';
import { type CapacityOptions, capacityOptions } from '../capacity/options.ts';
import type { FromConfig } from '../capacity/read-activity.ts';
import { type CapacityCall, readCapacity } from '../capacity/read-capacity.ts';
import { showCapacity } from '../capacity/show.ts';
import { loadConfig } from '../config-file.ts';
import { paintFor, widthFor } from '../console.ts';
import { findPinnedK6 } from '../find-k6.ts';
import { folderProblem, openRunFolder } from '../folder.ts';
import { onInterrupt } from '../interrupt.ts';
import { tellUnknown } from '../options.ts';
import { collectProblems, type Problems } from '../problems.ts';
import { type Reporting, readReporting } from '../read-reporting.ts';

/** `storecheck capacity`: does a plan change fit, before it is made? */
export function capacityCommand(done: (exitCode: number) => void): Command {
  const command = capacityOptions();
  return command.addHelpText('after', EXAMPLES).action(async (options: CapacityOptions) => {
    const problems = collectProblems();
    tellUnknown(command, problems);
    const call = readCapacity(options, configFor(options, problems), process.env, problems);
    const reporting = readReporting(options, problems);
    const outProblem = options.out === undefined ? undefined : folderProblem(options.out);
    if (outProblem !== undefined) problems.add(`--out: ${outProblem}`);
    const earlier = readEarlier(options.compare, call, problems);
    problems.check();
    const result = await perform(call, reporting, options);
    if (result !== undefined && earlier !== undefined && !reporting.quiet)
      process.stderr.write(`\n${comparison(earlier, result)}`);
    done(result?.exitCode ?? 0);
  });
}

function configFor({ config: given }: CapacityOptions, problems: Problems): FromConfig {
  const loaded = loadConfig('.', given);
  if (loaded === 'none') return { name: '', config: undefined };
  if (!('problems' in loaded)) return { name: loaded.file, config: loaded.config };
  for (const problem of loaded.problems) problems.add(problem);
  return { name: '', config: undefined };
}

async function perform(
  call: CapacityCall,
  reporting: Reporting,
  options: CapacityOptions,
): Promise<Result | undefined> {
  const head = headOf(call);
  const talk = (text: string) => process.stderr.write(text);
  const paint = paintFor(reporting.color, process.env, process.stderr.isTTY);
  if (!reporting.quiet) talk(`${capacityBill(call, head.run, paint, widthFor(process.stderr.columns))}\n`);
  if (options.dryRun === true) {
    process.stdout.write('nothing was sent (--dry-run)\n');
    return undefined;
  }
  const pool = holdPool(call, head.run, process.env);
  const interrupt = onInterrupt(talk);
  try {
    const say = reporting.quiet ? () => undefined : talk;
    const k6 = await findPinnedK6(options.k6, say, process.stderr.isTTY, interrupt.signal);
    const folder = openRunFolder(options.out ?? join('reports', head.run));
    const ends: (LoadEnd | End)[] = [];
    const reader = await runCapacity(head, call.plan, {
      k6,
      script: LOAD_SCRIPTS.capacity,
      keys: call.keys,
      env: process.env,
      timeoutMs: call.timeoutMs,
      permit: call.permit,
      signal: interrupt.signal,
      now: startClock(),
      record: (record) => {
        folder.record(record);
        if (isEnd(record)) ends.push(record);
        if (isKind(record, 'start') && 'step' in record.config) say(`  ${stepName(record.config.step)} …\n`);
      },
    });
    pool.settle(reader.sent().byKey);
    const end = ends.find((one) => one.kind === 'end') ?? null;
    const loadEnds = ends.filter((one) => one.kind === 'load-end');
    const result = capacityResult({ head, end, ends: loadEnds }, call.plan, reader, reporting.failOn);
    folder.finish(result);
    showCapacity(result, reporting, folder.path, true);
    return result;
  } finally {
    pool.release();
    interrupt.release();
  }
}

const isEnd = (record: JournalRecord): record is LoadEnd | End => isKind(record, 'load-end') || isKind(record, 'end');

const stepName = (step: unknown) => {
  const { level, perMinute, count } = step as { level: number; perMinute: number; count: number };
  return `${Math.round(level * 100)} %: ${(perMinute / 60).toFixed(1)} requests a second, ${count} in all`;
};

/** The head that every journal has; what is of this command alone stands in the record behind it. */
function headOf({ baseUrl, host, targetClass, plan, keys, windowSeconds }: CapacityCall): Head {
  const [share] = plan.shares;
  const name = share !== undefined && isPlanName(share.plan) ? share.plan : 'free';
  const perMinute = share?.perWindow ?? 1;
  const { head } = prepare(
    {
      command: 'capacity',
      baseUrl,
      targetName: host,
      targetClass,
      plan: name,
      keyHasLetters: /[a-z]/i.test(keys.values().next().value ?? ''),
      quota: { perMinute, perDay: share?.perDay ?? perMinute * 1_440 },
      windowSeconds,
      // Nothing here needs an animal of its own; what was sent in place of creates stands in `capacity`.
      readOnly: false,
      settleMs: 0,
      today: new Date().toISOString().slice(0, 10),
      categories: null,
      only: [],
      skip: [],
      maxRequests: undefined,
    },
    [],
    [],
    Date.now(),
  );
  return { ...head, planned: plan.steps.reduce((sum, { count }) => sum + count + (plan.mix.get > 0 ? 1 : 0), 0) };
}

const EXAMPLES = `
Examples:
  storecheck capacity --base-url https://staging.example.com/v1 --key pro=file:pro-keys.txt --change pro=400 --dry-run
  storecheck capacity --base-url http://127.0.0.1:4010/v1 --key pro=env:PRO --subscribers pro=100 --active pro=0.3 \\
    --use pro=0.5 --change pro=400 --p95 300ms --errors 1%`;
