import type { LoadScript } from '../../exchange/records/load-config.ts';
import { exchangesOf } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import { judgeRun } from '../../judge/judge-run.ts';
import { buildResult } from '../../result/build.ts';
import { blockedKeys, sentByKey } from '../../run/key-uses.ts';
import type { Prepared } from '../../run/prepare.ts';
import { recordRun } from '../../run/record.ts';
import { loadScript } from '../find-k6.ts';
import { k6Route } from '../options/read-route.ts';
import type { RunSettings } from '../options/read-run.ts';
import { watch } from '../watch.ts';
import type { Recorder } from './lifecycle.ts';

export const recorderOf = (prepared: Prepared, settings: RunSettings, io: Io): Recorder => ({
  needsK6: settings.load !== undefined,
  live: watch(prepared, settings.reporting, io),
  record: async ({ signal, onRecord, k6 }) => {
    const { target, key, load, expected, reporting } = settings;
    const script = (name: LoadScript) => loadScript(name, io);
    const means = load && k6 && { k6, script, keys: load.keys, ...k6Route(io, target.route) };
    const trace = await recordRun(prepared, { ...target, io, key, signal, record: onRecord, load: means });
    const judged = judgeRun(trace);
    return {
      result: buildResult(trace, judged, reporting.failOn, expected),
      exchanges: exchangesOf(trace),
      sent: sentByKey(trace),
      blocks: blockedKeys(trace, judged),
    };
  },
});
