import { rateHeaders } from '../../../src/exchange/rate-headers.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Experiment, K6Record, Phase, PhaseCount } from '../../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';
import type { Redact } from '../../../src/exchange/redact.ts';
import type { WaitReason } from '../../../src/text/waits.ts';
import { type Deliver, receivedFrom } from '../wire/exchange.ts';
import { JSON_TYPE, type Request } from '../wire/request.ts';
import { type Knowledge, learn, NOTHING_KNOWN, type Outcome } from './outcome.ts';

/** The environment of an experiment: network, clock and journal. That of k6 in a run, others in tests. */
export interface Environment {
  readonly run: string;
  /** Names the VU; `seq` counts within it. */
  readonly instance: string;
  /** Milliseconds since 1970 on a monotonic base. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly deliver: Deliver;
  readonly write: (record: K6Record) => void;
  readonly redact: Redact;
}

export type Lab = ReturnType<typeof openLab>;

/** Runs one key's experiment. Sends and records, but never judges. */
export function openLab(experiment: QuotaExperiment, environment: Environment) {
  const { run, instance, now, redact, write } = environment;
  const startedAt = now();
  /** Requests planned and sent, by phase. */
  const phases: Partial<Record<Phase, { planned: number; sent: number }>> = {};
  const countOf = (phase: Phase) => {
    phases[phase] ??= { planned: 0, sent: 0 };
    return phases[phase];
  };
  const total = (what: keyof PhaseCount) => Object.values(phases).reduce((sum, count) => sum + count[what], 0);
  let known = NOTHING_KNOWN;
  let seq = 0;

  const send = async (phase: Phase, request: Request, key: KeyLabel = experiment.key): Promise<Outcome> => {
    const number = seq;
    seq += 1;
    countOf(phase).sent += 1;
    const called = now();
    const delivery = await environment.deliver(request, key);
    const at = now();
    const sent = called + ('failure' in delivery ? 0 : delivery.blocked);
    const received = receivedFrom(delivery, request, at, redact);
    const { operation, method, path, body } = request;
    const authorization = ['Authorization', `Bearer {${key}}`] as const;
    write({
      ...{ v: 1, run, seq: number, recorder: 'k6', instance, probe: `limit.${phase}`, key, operation, phase },
      sent: { at: sent, method, path, headers: body === null ? [authorization] : [authorization, JSON_TYPE], body },
      received,
    });
    const { status, headers } = 'status' in received ? received : { status: 0, headers: [] };
    const outcome = { called, sent, received: at, status, ...rateHeaders(headers) };
    const learnt = learn(known, outcome);
    // Another customer's responses come from the same clocks, and show nothing else about this key.
    known = key === experiment.key ? learnt : { ...known, clock: learnt.clock };
    return outcome;
  };

  /** Records a planned request that is not sent. */
  const hold = (phase: Phase) => write({ v: 1, kind: 'held', at: now(), key: experiment.key, instance, phase });

  /** Records the reason and waits, unless the moment is in the past. */
  const wait = async (until: number, phase: Phase, reason: WaitReason): Promise<void> => {
    const at = now();
    if (until <= at) return;
    write({ v: 1, kind: 'wait', at, until, ...reason, key: experiment.key, phase });
    // A timer may fire slightly early, and an early request would be no evidence.
    for (let left = until - at; left > 0; left = until - now()) await environment.sleep(Math.ceil(left));
  };

  const close = (closing: Pick<Experiment, 'role' | 'skipped' | 'stopped'>): Experiment => {
    const { secondKey } = experiment;
    const counted = { planned: total('planned'), sent: total('sent'), phases };
    const { refused, unanswered } = known;
    const about = { run, instance, startedAt, at: now(), ...counted, refused, unanswered };
    const line = closingOf(experiment, { ...about, ...closing, ...(secondKey === undefined ? {} : { secondKey }) });
    write(line);
    return line;
  };

  const plan = (phase: Phase, requests: number): void => {
    countOf(phase).planned += requests;
  };

  return { experiment, now, known: (): Knowledge => known, plan, send, hold, wait, pause: environment.sleep, close };
}

/** The closing line of a key's experiment. */
export const closingOf = (
  { key, plan, perWindow, windowSeconds }: QuotaExperiment,
  more: Omit<Experiment, 'v' | 'kind' | 'key' | 'plan' | 'perWindow' | 'windowSeconds'>,
): Experiment => ({ v: 1, kind: 'experiment', key, plan, perWindow, windowSeconds, ...more });
