import { isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { EndReason, Skip } from '../exchange/records/run-record.ts';
import { type EndedTrace, endRecord, type Trace } from '../exchange/trace.ts';
import { isNotSent, type Probe, whyNeverSent } from '../probes/probe.ts';
import { waitFor } from '../text/waits.ts';
import { confirm, ROUNDS } from './confirm.ts';
import { ask, askAll, type Conduct, hasRoom, type Labelled, once, type Run, Stop, situationOf, wait } from './run.ts';

/** Sends the probes in order over one connection and records the exchanges. The caller records head and end, since more may follow. */
export async function conduct(options: Conduct): Promise<EndedTrace> {
  const run: Run = {
    ...options,
    exchanges: [],
    requests: new Map(),
    skips: [],
    waits: [],
    limited: 0,
    unanswered: 0,
    timeouts: 0,
  };
  let reason: EndReason = 'complete';
  let isSent = false;
  try {
    await sendAll(run);
    isSent = true;
    for (let round = 1; round <= ROUNDS; round += 1)
      if (!(await confirm(run, run.confirmation(snapshot(run)), round))) break;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    // What the budget leaves unconfirmed stays open for a reason of its own (visible-after-a-while).
    if (!isSent || error.reason !== 'request-budget') reason = error.reason;
  }
  return { ...snapshot(run), end: endRecord(run.clock.now(), reason) };
}

const snapshot = ({ head, exchanges, skips, waits }: Run): Trace => ({
  head,
  exchanges: [...exchanges],
  skips: [...skips],
  waits: [...waits],
});

async function sendAll(run: Run): Promise<void> {
  for (const [index, probes] of grouped(run.probes).entries()) {
    if (probes.length > 1 && hasRoom(run, probes.length)) {
      await askAll(run, build(run, ...probes));
      continue;
    }
    for (const probe of probes) await sendProbe(run, probe);
    if (index > 0) {
      // Only a create shows whether the key is wrong if the requests of the set-up check contradict each other.
      if (isRefusedCreate(run.exchanges.at(-1)) && run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
      continue;
    }
    // The key was exhausted before the run. After the wait, first contact decides about the rest.
    if (run.limited > 0) for (const probe of probes) await sendProbe(run, probe);
    await checkSetUp(run);
    // Creates change what the first list shows.
    const { violated } = run.confirmation(snapshot(run));
    await confirm(run, { violated, early: [], witnesses: [], due: 0 }, 1);
  }
}

/** Neighbours of the same group together, every other probe alone. */
function grouped(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = [];
  for (const probe of probes) {
    const last = groups.at(-1);
    if (probe.group !== undefined && last?.[0]?.group === probe.group) last.push(probe);
    else groups.push([probe]);
  }
  return groups;
}

const isRefusedCreate = (last: Exchange | undefined): boolean =>
  last?.operation === 'createPet' && last.key !== null && isAnswered(last) && last.received.status === 401;

async function sendProbe(run: Run, probe: Probe): Promise<void> {
  for (const labelled of build(run, probe)) {
    if (probe.afterMs !== undefined) await wait(run, probe.afterMs, waitFor('late-effects'));
    await ask(run, labelled);
  }
}

async function checkSetUp(run: Run): Promise<void> {
  for (let asked = 0; asked < 2; asked += 1) {
    if (run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
    const next = run.setUpRequest(snapshot(run));
    if (next === undefined) return;
    await once(run, next);
  }
  if (run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
}

/** The requests of these probes, from what was answered before. A probe that is not sent is recorded with the reason. */
function build(run: Run, ...probes: readonly Probe[]): Labelled[] {
  const situation = situationOf(run);
  return probes.flatMap((probe) => {
    const request = whyNeverSent(probe, run.head.settings) ?? probe.build(situation);
    if (!isNotSent(request)) return [{ request, probe: probe.id }];
    const { skip: cause, code, params, reason } = request;
    const record: Skip = { v: 1, kind: 'skip', probe: probe.id, cause, code, params, reason };
    run.skips.push(record);
    run.record(record);
    return [];
  });
}
