import { join } from 'node:path';
import type { Command } from 'commander';
import { type End, isKind, type JournalRecord, type LoadEnd } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { type CapacityStart, isCapacityStart } from '../../judge/capacity/instance.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import type { Result } from '../../result/result.ts';
import { runCapacity } from '../../run/capacity/capacity.ts';
import { loadScripts } from '../assets.ts';
import { capacityBill, secondsOf } from '../capacity/bill.ts';
import { distribute } from '../capacity/distribute/distribute.ts';
import { readEarlier } from '../capacity/earlier.ts';
import { capacityHead } from '../capacity/head.ts';
import { type CapacityOptions, capacityOptions } from '../capacity/options.ts';
import { poolWorks } from '../capacity/pool-work.ts';
import { type CapacityCall, readCapacity } from '../capacity/read-capacity.ts';
import type { Instances } from '../capacity/read-instances.ts';
import { answered, confirm, type Question, questionFor } from '../console/confirm.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { collectProblems } from '../console/problems.ts';
import { openRunFolder, tellUnfit } from '../files/folder.ts';
import { report } from '../files/report.ts';
import { findPinnedK6 } from '../find-k6.ts';
import { holdKeys } from '../lifecycle/hold-keys.ts';
import { againstKeys } from '../lifecycle/key-budget.ts';
import { waitForReady } from '../lifecycle/wait-for-ready.ts';
import { onInterrupt } from '../live/interrupt.ts';
import { checkFits, requestsToWait } from '../options/bounds.ts';
import { fromTarget, readFromFile } from '../options/from-file.ts';
import { tellUnknown } from '../options/options.ts';
import { type Reporting, readReporting } from '../options/read-reporting.ts';
import { k6Route } from '../options/read-route.ts';
import { needsText } from '../preview/needs.ts';

/** `storecheck capacity`: does a plan change fit, before it is made? */
export function capacityCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = capacityOptions();
  return command.addHelpText('after', EXAMPLES).action(async (given: CapacityOptions) => {
    const problems = collectProblems();
    tellUnknown(command, problems);
    const from = readFromFile(given, io.cwd, problems);
    const filled = fromTarget(given, from.target);
    const question = questionFor(filled, 'capacity', from, io);
    const options = answered(filled, question);
    const call = readCapacity(options, from, io, problems);
    const reporting = readReporting(options, problems, io, from);
    tellUnfit(options.out, problems, io);
    const earlier = readEarlier(options.compare, call, problems, io);
    problems.check();
    const plan = earlier === undefined ? call.plan : { ...call.plan, earlier };
    const result = await perform({ ...call, plan }, reporting, options, question, io);
    done(result?.exitCode ?? 0);
  });
}

async function perform(
  call: CapacityCall,
  reporting: Reporting,
  options: CapacityOptions,
  question: Question | undefined,
  io: Io,
): Promise<Result | undefined> {
  const head = capacityHead(call, io);
  const talk = (text: string) => io.stderr.write(text);
  const paint = paintFor(reporting.color, io.env, io.stderr.isTTY);
  if (!reporting.quiet) talk(`${capacityBill(call, head.run, paint, widthFor(io.stderr.columns), io.clock.now())}\n`);
  checkFits(call.bounds, secondsOf(call.plan.steps, io.clock.now()));
  const { host, targetClass, budgets } = call;
  const holding = { run: head.run, host, targetClass, budgets, before: requestsToWait(call.bounds) };
  if (options.dryRun === true) {
    const needs = [...call.needs, ...againstKeys(poolWorks(call), holding, io)];
    io.stdout.write(`nothing was sent (--dry-run)\n${needsText(needs, widthFor(io.stdout.columns))}`);
    return undefined;
  }
  if (question !== undefined) await confirm(question, io);
  const path = options.out ?? join('reports', `${head.run}${partName(call.instances)}`);
  if (call.instances.distributor !== undefined) {
    io.stdout.write(distribute(call, head, openRunFolder(path, io), io));
    return undefined;
  }
  const keys = holdKeys(poolWorks(call), holding, io);
  const interrupt = onInterrupt(io, talk, call.bounds.maxMs);
  try {
    const say = reporting.quiet ? () => undefined : talk;
    const k6 = await findPinnedK6({ path: options.k6, print: say, signal: interrupt.signal }, io);
    await waitForReady(call.bounds, head, call, keys, say, interrupt.signal, io);
    const folder = openRunFolder(path, io);
    const ends: (LoadEnd | End)[] = [];
    const { startAt } = call.instances;
    if (startAt !== undefined) say(`  waiting for ${new Date(startAt).toISOString()} …\n`);
    keys.reserve();
    const reader = await runCapacity(head, call.plan, {
      io,
      k6,
      script: loadScripts(io).capacity,
      keys: call.keys,
      ...k6Route(io, call.route),
      timeoutMs: call.timeoutMs,
      permit: call.permit,
      segment: call.instances.segment,
      signal: interrupt.signal,
      record: (record) => {
        folder.record(record);
        if (isEnd(record)) ends.push(record);
        if (isKind(record, 'start') && isCapacityStart(record)) say(`  ${stepName(record)} …\n`);
      },
    });
    const end = ends.find((one) => one.kind === 'end') ?? null;
    const loadEnds = ends.filter((one) => one.kind === 'load-end');
    const result = capacityResult({ head, end, ends: loadEnds }, call.plan, reader, reporting.failOn);
    folder.finish(result);
    report({ result, exchanges: [], waits: [], folder: folder.path }, reporting, true, io);
    keys.settle(reader.sent().byKey);
    return result;
  } finally {
    keys.release();
    interrupt.release();
  }
}

/** Several may lie on one disk. */
const partName = ({ segment: { index, of } }: Instances) => (of === 1 ? '' : `.${index + 1}-of-${of}`);

const isEnd = (record: JournalRecord): record is LoadEnd | End => isKind(record, 'load-end') || isKind(record, 'end');

const stepName = ({ config: { step } }: CapacityStart) =>
  `${Math.round(step.level * 100)} %: ${(step.perMinute / 60).toFixed(1)} requests a second, ${step.count} in all`;

const EXAMPLES = `
Examples:
  storecheck capacity --target staging --change pro=400 --dry-run
  storecheck capacity --base-url http://127.0.0.1:4010/v1 --key pro=env:PRO --subscribers pro=100 --active pro=0.3 \\
    --use pro=0.5 --change pro=400 --p95 300ms --errors 1%
  storecheck capacity --target staging --change pro=400 --allow-load --segments 2/3 --start-at 2026-11-21T12:05:00Z
  storecheck capacity --target staging --change pro=400 --allow-load --distribute k6-operator --parallelism 20`;
