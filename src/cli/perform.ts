import { join } from 'node:path';
import { CHECKS, PROBES } from '../../suites/index.ts';
import type { Budgets } from '../config/index.ts';
import type { KeyLabel, Trace } from '../exchange/index.ts';
import { type FoundK6, K6NotFoundError } from '../k6/index.ts';
import { buildResult, type Expected } from '../result/build.ts';
import type { Result } from '../result/result.ts';
import { type Judged, judgeRun } from '../run/judge.ts';
import { prepare } from '../run/prepare.ts';
import { recordRun } from '../run/record.ts';
import { LOAD_SCRIPTS } from './assets.ts';
import { bill, plan } from './bill.ts';
import { paintFor, widthFor } from './console.ts';
import { findPinnedK6 } from './find-k6.ts';
import { openRunFolder } from './folder.ts';
import { holdKeys } from './hold-keys.ts';
import { onInterrupt } from './interrupt.ts';
import { evidenceOf } from './read-journal.ts';
import type { LoadCall } from './read-limits.ts';
import type { Reporting } from './read-reporting.ts';
import type { Call } from './read-request.ts';
import { k6Surroundings } from './read-route.ts';
import { report } from './report.ts';
import { watch } from './watch.ts';

/** What a command asks for: the conformance part, the load part, or both. */
export interface Work {
  readonly call: Call;
  readonly conformance: boolean;
  readonly load?: LoadCall;
  /** What the configuration expects of the target, and grants to its keys. */
  readonly expected?: Expected;
  readonly budgets?: Budgets;
}

/** Says what it will do, runs, records, judges and reports; undefined for a dry run. */
export async function perform(
  { call, conformance, load, expected, budgets }: Work,
  reporting: Reporting,
  out: string | undefined,
  dryRun: boolean,
): Promise<Result | undefined> {
  const request = load === undefined ? call.request : { ...call.request, limits: load.limits };
  const prepared = prepare(request, conformance ? CHECKS : [], conformance ? PROBES : [], Date.now());
  const paint = paintFor(reporting.color, process.env, process.stderr.isTTY);
  const talk = (text: string) => process.stderr.write(text);
  if (!reporting.quiet) talk(`${bill(prepared, paint, widthFor(process.stderr.columns))}\n`);
  if (dryRun) {
    process.stdout.write(
      plan(prepared, paintFor(reporting.color, process.env, process.stdout.isTTY), widthFor(process.stdout.columns)),
    );
    return undefined;
  }
  const keys = holdKeys(prepared, call, load, budgets, process.env);
  const live = watch(prepared, reporting, paint);
  const interrupt = onInterrupt(live.tell);
  try {
    const k6 = load === undefined ? undefined : await k6For(load, conformance, live.say, interrupt.signal);
    const folder = openRunFolder(out ?? join('reports', prepared.head.run));
    const trace = await recordRun(prepared, {
      key: call.key,
      timeoutMs: call.timeoutMs,
      signal: interrupt.signal,
      permit: call.permit,
      route: call.route,
      record: (record) => {
        folder.record(record);
        live.see(record);
      },
      ...(load === undefined || k6 === undefined
        ? {}
        : {
            load: {
              k6,
              scripts: LOAD_SCRIPTS,
              keys: load.keys,
              env: k6Surroundings(process.env, call.route),
              proxy: call.route.proxy !== undefined,
            },
          }),
    });
    live.end();
    const judged = judgeRun(trace);
    keys.settle(trace, suspicionsOf(trace, judged));
    const result = buildResult(trace, judged, reporting.failOn, expected);
    folder.finish(result);
    report({ result, ...evidenceOf(trace), folder: folder.path }, reporting, true);
    return result;
  } finally {
    keys.release();
    live.end();
    interrupt.release();
  }
}

/** Keys that went on being refused after Retry-After was over: nothing more is sent with them for a day. */
function suspicionsOf(trace: Trace, { numbers }: Judged): Record<KeyLabel, string> {
  const { head, end } = trace;
  const pushed = (head.limits?.plans ?? []).filter(({ plan }) => numbers[plan]?.banSuspected === true);
  const reason = 'refused again after Retry-After was over, as rule 5 of the document says of bans';
  return Object.fromEntries([
    ...pushed.map(({ key }) => [key, reason] as const),
    ...(end?.reason === 'rate-limited' ? [[head.settings.key, reason] as const] : []),
  ]);
}

/** Where the conformance part goes on without k6, its absence is told in the journal; else there is nothing to do. */
async function k6For(
  { k6 }: LoadCall,
  conformance: boolean,
  talk: (text: string) => void,
  signal: AbortSignal,
): Promise<FoundK6 | { missing: string }> {
  try {
    const found = await findPinnedK6(k6, talk, process.stderr.isTTY, signal);
    talk(`  k6 ${found.version} (${found.path})\n\n`);
    return found;
  } catch (error) {
    if (!(error instanceof K6NotFoundError) || !conformance) throw error;
    talk(`${error.message}\nGoing on without: no limit is pushed, so this run will be incomplete.\n\n`);
    return { missing: `k6 2.x was not found (${error.notes.join('; ')})` };
  }
}
