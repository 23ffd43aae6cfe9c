import type { LoadScript } from '../../exchange/records/load-config.ts';
import type { EndedTrace } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import { judgeTrace } from '../../judge/check.ts';
import type { FailOn } from '../../judge/gate/gate.ts';
import { judgeRun } from '../../judge/judge-run.ts';
import { buildResult } from '../../result/build.ts';
import { exchangesOf } from '../../result/load.ts';
import { type Status, statusOf } from '../../result/status.ts';
import { blockedKeys } from '../../run/lifecycle/blocked-keys.ts';
import { sentByKey } from '../../run/lifecycle/key-uses.ts';
import type { Prepared } from '../../run/prepare.ts';
import { recordRun } from '../../run/record.ts';
import { progressText } from '../../text/progress.ts';
import { fitted } from '../console/console.ts';
import { futureK6, loadScript } from '../find-k6.ts';
import { watch } from '../live/watch.ts';
import { k6Route } from '../options/read-route.ts';
import type { RunSettings } from '../options/read-run.ts';
import type { Recorder } from './lifecycle.ts';

export function recorderOf(prepared: Prepared, settings: RunSettings, io: Io): Recorder {
  const { target, conformance, key, load, expected, reporting } = settings;
  const need = conformance ? 'later' : 'first';
  const live = watch(prepared, reporting, io);
  return {
    live: { ...live, say: (text) => live.say(fitted(text, io.stderr)) },
    // A k6 build takes minutes, so the conformance part does not wait for it.
    findK6:
      load === undefined
        ? undefined
        : (signal) => futureK6({ path: settings.k6, print: live.say, signal, redraw: !conformance }, need, io),
    record: async ({ signal, onRecord, k6 }) => {
      const { timeoutMs, permit, route } = target;
      const findK6 = async (checked: EndedTrace | undefined) => {
        if (k6 === undefined) throw new Error('k6 is not searched for');
        if (k6.isPending() && checked !== undefined) {
          live.end();
          live.say(`\n  ${progressText('limits-after-build', countsOf(checked, reporting.failOn))}\n`);
        }
        return k6.found;
      };
      const means = load && {
        findK6,
        script: (name: LoadScript) => loadScript(name, io),
        keys: load.keys,
        ...k6Route(io, route),
      };
      const trace = await recordRun(prepared, {
        io,
        key,
        timeoutMs,
        signal,
        permit,
        route,
        record: onRecord,
        load: means,
      });
      const judged = judgeRun(trace);
      return {
        result: buildResult(trace, judged, reporting.failOn, expected),
        exchanges: exchangesOf(trace),
        sent: sentByKey(trace),
        blocks: blockedKeys(trace, judged),
      };
    },
  };
}

/** Of the check alone, before waivers. */
function countsOf(checked: EndedTrace, failOn: readonly FailOn[]) {
  const statuses = judgeTrace(checked).map((verdict) => statusOf(verdict, { settings: { failOn } }));
  const count = (status: Status) => statuses.filter((each) => each === status).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    warnings: count('warning'),
    inconclusive: count('inconclusive'),
  };
}
