import { conduct } from '../client/conduct.ts';
import { openConnection, type Route } from '../client/send.ts';
import { type EndedTrace, type JournalRecord, redactor, type Secret } from '../exchange/index.ts';
import type { Io } from '../io/io.ts';
import { confirmationFor } from '../judge/checks/confirmation.ts';
import { setUpMistake, setUpRequest } from '../judge/checks/set-up.ts';
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
): Promise<EndedTrace> {
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
      confirmation: confirmationFor,
    });
  } finally {
    await connection.close();
  }
}

/** The key, and what a probe leaves of it: a server may echo both. */
function secretsOf(key: string, label: string): Secret[] {
  return [key, key.slice(0, -1)].map((value) => ({ value, label: `key ${label}` }));
}
