import { conduct } from '../client/conduct.ts';
import { openConnection, type Route } from '../client/send.ts';
import type { ApiKey } from '../exchange/api-key.ts';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import { apiKeyRedactor } from '../exchange/redact.ts';
import type { EndedTrace } from '../exchange/trace.ts';
import type { Io } from '../io/io.ts';
import { isSelected } from '../judge/checks/select.ts';
import { setUpMistake, setUpRequest } from '../judge/checks/set-up.ts';
import { confirmationFor } from '../judge/confirm.ts';
import type { Permit } from './guard.ts';
import type { Prepared } from './prepare.ts';

export interface CheckRun {
  readonly io: Pick<Io, 'clock' | 'random' | 'network'>;
  readonly key: ApiKey;
  readonly timeoutMs: number;
  readonly permit: Pick<Permit, 'writes'>;
  /** The client's route to the service; k6 has its own. */
  readonly route?: Route;
  readonly signal: AbortSignal;
  /** Called for every record, in order. */
  readonly record: (record: JournalRecord) => void;
}

/** Sends the prepared requests and records them. Judging is a separate step. */
export async function runCheck(
  { head, probes }: Prepared,
  { io, key, timeoutMs, signal, record, permit, route }: CheckRun,
): Promise<EndedTrace> {
  const connection = openConnection({
    run: head.run,
    baseUrl: head.target.baseUrl,
    key,
    userAgent: `${head.tool.name}/${head.tool.version} (conformance check; run ${head.run})`,
    redact: apiKeyRedactor([key], { cut: true }),
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
      confirmation: (trace) => confirmationFor(trace, (id) => isSelected(id, head.settings)),
    });
  } finally {
    await connection.close();
  }
}
