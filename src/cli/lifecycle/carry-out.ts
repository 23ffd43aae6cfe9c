import { join } from 'node:path';
import type { EndedTrace, KeyLabel } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { judgeTrace } from '../../judge/checks/judge-trace.ts';
import { type Judged, judgeRun } from '../../judge/judge-run.ts';
import { K6NotFoundError } from '../../k6/index.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { buildResult } from '../../result/build.ts';
import type { Result } from '../../result/result.ts';
import type { Prepared } from '../../run/prepare.ts';
import { type K6OrReason, recordRun } from '../../run/record.ts';
import { loadScripts } from '../assets.ts';
import { fitted } from '../console/console.ts';
import { openRunFolder } from '../files/folder.ts';
import { evidenceOf } from '../files/read-journal.ts';
import { report } from '../files/report.ts';
import { findPinnedK6 } from '../find-k6.ts';
import { onInterrupt } from '../live/interrupt.ts';
import { watch } from '../live/watch.ts';
import type { LoadCall } from '../options/read-limits.ts';
import type { Reporting } from '../options/read-reporting.ts';
import { k6Route } from '../options/read-route.ts';
import { holdKeys } from './hold-keys.ts';
import { holdingOf, sentByKey, worksOf } from './key-work.ts';
import { waitForReady } from './wait-for-ready.ts';
import type { Work } from './work.ts';

/** Takes the keys, runs, records, judges and reports what was prepared. */
export async function carryOut(
  prepared: Prepared,
  work: Work,
  reporting: Reporting,
  paint: Paint,
  out: string | undefined,
  io: Io,
): Promise<Result> {
  const { call, conformance, load, expected, bounds } = work;
  const keys = holdKeys(worksOf(prepared, call, load), holdingOf(prepared, work), io);
  const live = watch(prepared, reporting, paint, io);
  const interrupt = onInterrupt(io, live.tell, bounds.maxMs);
  // Ends the search for k6 if the run ends before it needs k6.
  const search = new AbortController();
  try {
    // A build of k6 takes minutes: the conformance part does not wait for it.
    const k6 =
      load === undefined
        ? undefined
        : findOrBuild(load, conformance, io, live.say, AbortSignal.any([interrupt.signal, search.signal]));
    if (!conformance) await k6?.found;
    live.begin();
    await waitForReady(bounds, prepared.head, call, keys, live.say, interrupt.signal, io);
    const folder = openRunFolder(out ?? join('reports', prepared.head.run), io);
    keys.reserve();
    const trace = await recordRun(prepared, {
      io,
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
              findK6: (checked) => {
                if (k6.isPending() && checked !== undefined) {
                  live.endCheck();
                  live.say(`${interimVerdict(checked)}; limits follow when k6 is built\n`);
                }
                return k6.found;
              },
              scripts: loadScripts(io),
              keys: load.keys,
              ...k6Route(io, call.route),
            },
          }),
    });
    live.end();
    const judged = judgeRun(trace);
    const result = buildResult(trace, judged, reporting.failOn, expected);
    folder.finish(result);
    report({ result, ...evidenceOf(trace), folder: folder.path }, reporting, true, io);
    // Last, since a state folder that cannot be written any more takes nothing else with it; what was reserved stays booked.
    keys.settle(sentByKey(trace), suspicionsOf(trace, judged));
    return result;
  } finally {
    search.abort();
    keys.release();
    live.end();
    interrupt.release();
  }
}

/** Keys that went on being refused after Retry-After was over: nothing more is sent with them for a day. */
function suspicionsOf(trace: EndedTrace, { numbers }: Judged): Record<KeyLabel, string> {
  const { head, end } = trace;
  const pushed = (head.limits?.plans ?? []).filter(({ plan }) => numbers[plan]?.banSuspected === true);
  const reason = 'refused again after Retry-After was over, as rule 5 of the document says of bans';
  return Object.fromEntries([
    ...pushed.map(({ key }) => [key, reason] as const),
    ...(end?.reason === 'rate-limited' ? [[head.settings.key, reason] as const] : []),
  ]);
}

interface FutureK6 {
  readonly found: Promise<K6OrReason>;
  readonly isPending: () => boolean;
}

/** Starts the search for k6. Without k6 the conformance part runs alone, and the journal says why; without both, `found` rejects. */
function findOrBuild(
  { k6 }: LoadCall,
  conformance: boolean,
  io: Io,
  say: (text: string) => void,
  signal: AbortSignal,
): FutureK6 {
  let pending = true;
  const found = findPinnedK6({ path: k6, print: say, signal, redraw: !conformance }, io).then(
    (k6) => {
      say(`  k6 ${k6.version} (${k6.path})\n\n`);
      return k6;
    },
    (error: unknown) => {
      if (!conformance) throw error;
      if (signal.aborted) return { missing: 'the run was stopped while k6 was being built' };
      // The conformance part has its evidence: nothing that is wrong with k6 may lose it.
      const { message, notes } =
        error instanceof K6NotFoundError
          ? error
          : { message: `k6 cannot be used: ${String(error)}`, notes: [String(error)] };
      say(`${fitted(message, io.stderr)}\nGoing on without: no limit is pushed, so this run will be incomplete.\n\n`);
      return { missing: `k6 2.x was not found (${notes.join('; ')})` };
    },
  );
  // The run may end before anybody waits for it.
  found
    .catch(() => undefined)
    .finally(() => {
      pending = false;
    });
  return { found, isPending: () => pending };
}

/** What the conformance part has shown so far. */
function interimVerdict(checked: EndedTrace): string {
  const verdicts = judgeTrace(checked);
  const count = (kind: string) => verdicts.filter(({ verdict }) => verdict === kind).length;
  return `\n  check: ${count('pass')} passed, ${count('fail')} failed, ${count('inconclusive')} inconclusive`;
}
