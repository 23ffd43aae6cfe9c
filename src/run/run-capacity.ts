import { endsRun } from '../capacity/judge-steps.ts';
import { mostRequests } from '../capacity/steps.ts';
import type { ApiKey } from '../exchange/api-key.ts';
import type { CapacityPlan, Step } from '../exchange/records/capacity-record.ts';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import type { CapacityConfig } from '../exchange/records/load-config.ts';
import type { Head } from '../exchange/records/run-record.ts';
import { abortReasonOf, endRecord } from '../exchange/trace.ts';
import type { Io } from '../io/io.ts';
import { runK6, scriptPath } from '../k6/run/run-k6.ts';
import { capacityReader } from '../verdicts/judge-capacity.ts';
import type { KeyUse } from './lock-keys.ts';
import type { Recording } from './prepare.ts';

/** Offers the steps until one is far outside the objectives, or invalid. Returns the reader of the records. */
export async function runCapacity(head: Head, plan: CapacityPlan, recording: Recording) {
  const { io, k6, permit, signal, write } = recording;
  const { now } = io.clock;
  if (k6 === undefined || !permit.load) throw new Error('no permit to offer load, or no k6');
  const reader = capacityReader();
  const keep = (record: JournalRecord) => {
    write(record);
    reader.add(record);
  };
  reader.add(head);
  keep({ v: 1, kind: 'capacity', at: now(), plan });
  for (const step of plan.steps) {
    if (signal.aborted) break;
    const busy = busySince(io);
    const problems = await runK6({
      ...recording,
      k6,
      script: scriptPath('capacity', io),
      config: capacityConfig(head, plan, step, recording.timeoutMs),
      onRecord: keep,
    });
    keep({ v: 1, kind: 'load-end', at: now(), script: 'capacity', k6: k6.version, problems, busy: busy() });
    const judged = reader.endStep();
    if (judged === undefined || endsRun(judged, plan.objectives)) break;
  }
  const end = endRecord(now(), signal.aborted ? abortReasonOf(signal) : 'complete');
  if (end !== null) keep(end);
  return reader;
}

/** Starts measuring the CPU. The returned function gives the used share of all processors since then, from 0 to 1. */
function busySince({ processorTime }: Pick<Io, 'processorTime'>): () => number {
  const before = processorTime();
  return () => {
    const after = processorTime();
    const all = after.all - before.all;
    return all === 0 ? 0 : Math.round((1 - (after.idle - before.idle) / all) * 1_000) / 1_000;
  };
}

/** The load script's configuration of a step, equal for all instances. */
export function capacityConfig(head: Head, plan: CapacityPlan, step: Step, timeoutMs: number): CapacityConfig {
  const { tag, categories } = head.settings;
  return {
    run: head.run,
    baseUrl: head.target.baseUrl,
    timeoutSeconds: timeoutMs / 1_000,
    experiments: plan.shares.map((share) => ({ ...share, key: `${share.plan}#1` })),
    step: { ...step, mix: plan.mix, tag, category: categories?.[0] },
    instances: plan.instances,
  };
}

/** The uses of the keys that the plan shares the load among. */
export function poolUses(plan: CapacityPlan, keys: readonly ApiKey[]): KeyUse[] {
  const requests = mostRequests(plan);
  return plan.shares.flatMap(({ plan: name, keys: count, share, perDay = Infinity }) => {
    const used = keys.filter(({ label }) => label.startsWith(`${name}#`)).slice(0, count);
    return used.map((key) => ({ key, perDay, requests: Math.ceil((requests * share) / count) + 1, refusals: 0 }));
  });
}
