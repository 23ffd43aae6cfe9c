import { ask, askTogether, hasRoom, type NamedRequest, type Run, RunStopped, sendPaced, wait } from '../client/ask.ts';
import { confirm, ROUNDS } from '../client/confirm.ts';
import { pauseFor } from '../client/pace.ts';
import { openSender, type SenderOptions } from '../client/send.ts';
import type { Confirmation } from '../exchange/confirmation.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Skip } from '../exchange/records/run-record.ts';
import { type EndedTrace, endRecord, type Trace } from '../exchange/trace.ts';
import { confirmationFor } from '../judge/proof.ts';
import { GET_ID, type SetUpProbe, setUpMistake, setUpProbe } from '../judge/set-up.ts';
import { isNotSent, type Probe, type ProbeRequest, whyNeverSent } from '../probes/probe.ts';
import { get, list, unlisted } from '../probes/probe-request.ts';
import { waitFor } from '../text/waits.ts';
import { judgementsOf } from '../verdicts/check-judgements.ts';
import type { PreparedRun, Recording } from './prepare.ts';

/** Sends the probes in order, confirms open judgements, and writes the exchanges. The caller writes head and end: more may follow. */
export async function runCheck(
  { head, probes }: PreparedRun,
  recording: SenderOptions & Pick<Recording, 'write'>,
): Promise<EndedTrace> {
  const { io, signal, write } = recording;
  const sender = openSender(head, recording);
  const run: Run = {
    head,
    send: sender.send,
    clock: io.clock,
    signal,
    write,
    exchanges: [],
    skips: [],
    waits: [],
    timesRateLimited: 0,
    unansweredInARow: 0,
  };
  try {
    const reason = await sendAndConfirm(run, probes);
    const { exchanges, skips } = run;
    return { head, exchanges, skips, end: endRecord(run.clock.now(), reason) };
  } finally {
    await sender.close();
  }
}

async function sendAndConfirm(run: Run, probes: readonly Probe[]): Promise<RunStopped['reason']> {
  try {
    await sendAll(run, probes);
    await confirmAll(run);
    // If the check exhausted its key, k6 would get an unplanned 429.
    const rest = run.head.limits && pauseFor(run, run.clock.now(), { withKey: true });
    if (rest !== undefined) await wait(run, rest.milliseconds, rest);
    return 'complete';
  } catch (error) {
    if (error instanceof RunStopped) return error.reason;
    throw error;
  }
}

async function confirmAll(run: Run): Promise<void> {
  try {
    for (let round = 1; round <= ROUNDS; round += 1) if (!(await confirm(run, toConfirm(run), round))) break;
  } catch (error) {
    // A judgement that the budget leaves unconfirmed is inconclusive for a reason of its own (visible-after-a-while).
    if (!(error instanceof RunStopped) || error.reason !== 'request-budget') throw error;
  }
}

/** The run so far, as a new object each time: memoized functions of a trace remember their values by its object. */
const traceSoFar = ({ head, exchanges }: Run): Trace => ({ head, exchanges });

function toConfirm(run: Run): Confirmation {
  const trace = traceSoFar(run);
  return confirmationFor(trace, judgementsOf(trace));
}

const isSetUpMistake = (run: Run): boolean => setUpMistake(traceSoFar(run)) !== undefined;

async function sendAll(run: Run, probes: readonly Probe[]): Promise<void> {
  const [contact = [], ...others] = grouped(probes);
  for (const probe of contact) await sendProbe(run, probe);
  // The key was exhausted before the run. After the wait, the first contact is repeated for the set-up check.
  if (run.timesRateLimited > 0) for (const probe of contact) await sendProbe(run, probe);
  await checkSetUp(run);
  // The first list is confirmed now, because creates change it.
  const { violated } = toConfirm(run);
  await confirm(run, { violated, undecided: [], witnesses: [], due: 0 }, 1);
  for (const group of others) {
    if (group.length > 1 && hasRoom(run, group.length)) await askTogether(run, requestsOf(run, ...group));
    // Without room, each request is built after the response before it.
    else for (const probe of group) await sendProbe(run, probe);
    // If the requests of the set-up check contradict each other, only a create shows whether the key is wrong.
    if (isUnauthorizedCreate(run.exchanges.at(-1)) && isSetUpMistake(run)) throw new RunStopped('set-up');
  }
}

/** The probes in groups: neighbours with the same `group` together, every other probe alone. */
function grouped(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = [];
  for (const probe of probes) {
    const last = groups.at(-1);
    if (probe.group !== undefined && last?.[0]?.group === probe.group) last.push(probe);
    else groups.push([probe]);
  }
  return groups;
}

const isUnauthorizedCreate = (last: Exchange | undefined): boolean =>
  last?.operation === 'createPet' && last.key !== null && isAnswered(last) && last.received.status === 401;

async function sendProbe(run: Run, probe: Probe): Promise<void> {
  for (const named of requestsOf(run, probe)) {
    if (probe.afterMs !== undefined) await wait(run, probe.afterMs, waitFor('late-effects'));
    await ask(run, named);
  }
}

const SET_UP: Readonly<Record<SetUpProbe, ProbeRequest>> = {
  'set-up.get': get(GET_ID),
  'set-up.version': { ...list('limit=1'), path: '/v1/pets?limit=1' },
  'set-up.unlisted': unlisted('/storecheck-unlisted'),
};

async function checkSetUp(run: Run): Promise<void> {
  while (!isSetUpMistake(run)) {
    const probe = setUpProbe(traceSoFar(run));
    if (probe === undefined) return;
    await sendPaced(run, { probe, request: SET_UP[probe] });
  }
  throw new RunStopped('set-up');
}

/** Builds the requests of these probes from earlier responses. Records why a probe is not sent. */
function requestsOf(run: Run, ...probes: readonly Probe[]): NamedRequest[] {
  const trace = traceSoFar(run);
  return probes.flatMap((probe) => {
    const request = whyNeverSent(probe, run.head.settings) ?? probe.build(trace);
    if (!isNotSent(request)) return [{ request, probe: probe.id }];
    const record: Skip = { v: 1, kind: 'skip', probe: probe.id, ...request };
    run.skips.push(record);
    run.write(record);
    return [];
  });
}
