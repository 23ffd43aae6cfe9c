import { CHECKS } from '../../suites/index.ts';
import { type Again, conduct } from '../client/conduct.ts';
import { openConnection, type Route } from '../client/send.ts';
import { type JournalRecord, redactor, type Secret, type Trace } from '../exchange/index.ts';
import type { Io } from '../io/io.ts';
import { withoutRemoved } from '../rules/removal.ts';
import { judge } from '../verdict/judge.ts';
import { isSelected, whyLeftOut } from '../verdict/select.ts';
import { setUpMistake, setUpRequest } from '../verdict/set-up.ts';
import { inconclusive, type Verdict } from '../verdict/verdict.ts';
import type { Permit } from './guard.ts';
import type { Prepared } from './prepare.ts';

export interface CheckRun {
  readonly io: Pick<Io, 'clock' | 'random' | 'network'>;
  readonly key: string;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly permit: Pick<Permit, 'writes'>;
  readonly route?: Route;
  readonly signal: AbortSignal;
  readonly record: (record: JournalRecord) => void;
}

/** Sends what was prepared and records it. Judging is a step of its own, over the trace. */
export async function runCheck(
  { head, probes }: Prepared,
  { io, key, timeoutMs, signal, record, permit, route }: CheckRun,
): Promise<Trace> {
  const label = head.settings.key;
  const connection = openConnection({
    run: head.run,
    baseUrl: head.target.baseUrl,
    key: { label, value: key },
    userAgent: `${head.tool.name}/${head.tool.version} (conformance check; run ${head.run})`,
    redact: redactor(secretsOf(key, label)),
    io,
    timeoutMs,
    signal,
    mayWrite: permit.writes,
    ...(route === undefined ? {} : { route }),
  });
  try {
    return await conduct({
      head,
      probes,
      send: connection.send,
      sendTogether: connection.sendTogether,
      clock: io.clock,
      signal,
      record,
      setUpRequest,
      isSetUpMistake: (trace) => setUpMistake(trace) !== undefined,
      secondLook,
    });
  } finally {
    await connection.close();
  }
}

/** The key, and what a probe leaves of it: a server may echo both. */
function secretsOf(key: string, label: string): Secret[] {
  return [key, key.slice(0, -1)].map((value) => ({ value, label: `key ${label}` }));
}

/** Judged as if the run were complete, so that only what a second look can settle asks for one. */
function secondLook(trace: Trace): Again {
  const complete: Trace = {
    ...withoutRemoved(trace),
    end: { v: 1, kind: 'end', at: 0, finishedAt: '', reason: 'complete' },
  };
  const asking = new Map(
    judge(selected(trace), complete).flatMap(({ id, askAgain }) => (askAgain === undefined ? [] : [[id, askAgain]])),
  );
  const checks = CHECKS.filter(({ requirement }) => asking.has(requirement));
  return {
    probes: checks.flatMap(({ again }) => again ?? []),
    notBefore: Math.max(0, ...[...asking.values()].map(({ notBefore }) => notBefore ?? 0)),
    lost: [...asking.values()].flatMap(({ lost = [] }) => lost),
    together: checks.find(({ requirement }) => asking.get(requirement)?.volley === true)?.volley ?? [],
  };
}

const selected = ({ head }: Trace) => CHECKS.filter(({ requirement }) => isSelected(requirement, head.settings));

/** Verdicts for every requirement. What was not selected is inconclusive and says so; after a set-up mistake nothing is judged: another server may have answered. */
export function judgeTrace(trace: Trace): Verdict[] {
  if (trace.end?.reason === 'set-up')
    return CHECKS.map(({ requirement: id }) =>
      inconclusive(
        id,
        `the run stopped at a set-up mistake: ${setUpMistake(trace)?.message ?? 'first contact failed'}`,
      ),
    );
  const judged = new Map(judge(selected(trace), withoutRemoved(trace)).map((verdict) => [verdict.id, verdict]));
  return CHECKS.map(({ requirement: id }) => judged.get(id) ?? inconclusive(id, whyLeftOut(trace.head)));
}
