import { PROBES } from '../../../suites/all-probes.ts';
import { exchangesOf } from '../../exchange/journal/k6-records.ts';
import { buildResult } from '../../result/build-result.ts';
import { keyUsesOf } from '../../run/cost.ts';
import { blockedKeys, sentByKey } from '../../run/lock-keys.ts';
import { prepare } from '../../run/prepare.ts';
import { recordRun } from '../../run/record-run.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { judgeRun } from '../../verdicts/judge-run.ts';
import { estimateRows, requestsText } from '../estimate.ts';
import { announce, type Job, recordJob } from '../job.ts';
import { type Call, type Definition, readCall, withOptions } from '../options/call.ts';
import { sendsLoad } from '../options/permit.ts';
import { readRun } from '../options/read-settings.ts';
import { openProgress } from '../progress.ts';

/** `check` sends the requests of a check, `limits` exhausts every plan's limit with k6, and `run` joins both in one result. */
export const sendCommand: Definition = (command, io, setExitCode) =>
  withOptions(command)
    .addHelpText('after', command.name() === 'check' ? CHECK_EXAMPLES : examples(command.name()))
    .action(async (flags) => {
      const call = readCall(command, flags, io);
      setExitCode(await sendRun(call, sendsLoad(call)));
    });

const CHECK_EXAMPLES = `
Examples:
  storecheck check --target staging --allow-writes   # a target of storecheck.yaml, with \`class: staging\`
  storecheck check --base-url https://api.example.com/v1 --key free=file:free.key   # read-only
  storecheck check --base-url http://127.0.0.1:4010/v1 --only 'get.*' --dry-run`;

const examples = (name: string) => `
Examples:
  storecheck ${name} --target staging   # a target of storecheck.yaml, with \`class: staging\`
  storecheck ${name} --base-url https://api.example.com/v1 --key free=env:FREE --key pro=env:PRO --allow-load \\
    --confirm-host api.example.com
  storecheck ${name} --base-url http://127.0.0.1:4010/v1 --window 6   # the server of \`storecheck serve --window 6\`
  storecheck ${name} --target staging --second-key free=env:OTHER --dry-run`;

export async function sendRun(call: Call, hasLoad: boolean): Promise<number> {
  const { io } = call;
  const { settings, requested, keys, accepted } = readRun(call, hasLoad);
  const prepared = prepare(requested, requested.command === 'limits' ? [] : PROBES, io);
  const { head, cost } = prepared;
  const job: Job = {
    settings,
    head,
    seconds: cost.seconds,
    maxMs: settings.maxDuration ?? cost.maxMs,
    keyUses: keyUsesOf(cost, keys),
    estimateRows: estimateRows(prepared, settings),
    requestsText: (layout) => requestsText(prepared, layout),
    progress: openProgress(prepared, io),
    needsK6: requested.limits !== undefined,
    perform: async (recording) => {
      const trace = await recordRun(prepared, { ...settings, ...recording, io, keys });
      const judged = judgeRun(trace);
      return {
        result: buildResult(trace, judged, settings.failOn, accepted),
        exchanges: exchangesOf(trace),
        sent: sentByKey(trace),
        blocks: blockedKeys(trace, judged),
      };
    },
  };
  return (await announce(job, io)) ? recordJob(job, io) : EXIT.passed;
}
