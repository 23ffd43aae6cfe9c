import { isFromIntermediary } from '../exchange/body.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Settings, Skip } from '../exchange/records/run-record.ts';
import { responseTo, type Trace } from '../exchange/trace.ts';
import { type SkipReason, skipReason } from '../text/skips.ts';

/** A request, as the journal has it. `path` is relative to the base URL. `{key}` is the key, encoded for a URL, a header or JSON. */
export type ProbeRequest = Pick<Exchange, 'operation'> & Omit<Exchange['sent'], 'at'>;

/** Why a probe is not sent. */
export interface NotSent extends SkipReason {
  readonly cause: Skip['cause'];
}

/** A request that provokes one behaviour, built by a pure function from earlier responses. */
export interface Probe {
  /** Never rename it: the signatures of some findings contain it (judge/gate/signature.ts), and waivers name signatures. */
  readonly id: string;
  readonly title: string;
  readonly writes: boolean;
  /** Whether a conforming service stores an animal for it. False also for a create that only a violation causes. */
  readonly stores?: boolean;
  /** Whether it is only about animals of this run. */
  readonly ofCreated?: true;
  /** Whether its URL contains the key, which access logs then show. */
  readonly keyInUrl?: true;
  /** Whether a run with writes repeats it at the end, after the settle time. */
  readonly atEnd?: true;
  /** Neighbouring probes of a group are sent at the same time if the quota has room, built from the responses before all of them. */
  readonly group?: string;
  /** Milliseconds to wait before the request, to show late effects and how the service treats an idle connection. */
  readonly afterMs?: number;
  /** The condition under which the probe is sent, for `--dry-run`, e.g. "the store shows 100 animals". */
  readonly onlyIf?: string;
  readonly uses: readonly string[];
  readonly build: (trace: Trace) => ProbeRequest | NotSent;
}

/** Puts probes or scenes into a group, whose neighbours are sent at the same time. */
export const together = <Member extends object>(
  group: string,
  members: readonly Member[],
): (Member & { readonly group: string })[] => members.map((member) => ({ ...member, group }));

/** Whether the service refused a probe, or gave no response, e.g. because it closed the connection. Neither a 429 nor a proxy counts. */
export function wasNotAccepted(probeId: string, trace: Trace): boolean {
  const last = responseTo(probeId, trace)?.received;
  if (last === undefined) return trace.exchanges.some(({ probe: sent }) => sent === probeId);
  return last.status >= 400 && last.status !== 429 && !isFromIntermediary(last);
}

/** Why the run never sends the probe, if so: a read-only run skips creates, and probes about created animals. */
export function whyNeverSent({ writes, ofCreated, keyInUrl }: Probe, settings: Sending): NotSent | undefined {
  if (settings.readOnly && (writes || ofCreated === true)) return { cause: 'read-only', ...skipReason('read-only') };
  return keyInUrl === true && settings.noKeyInUrl !== undefined ? UNNEEDED : undefined;
}

type Sending = Pick<Settings, 'readOnly' | 'noKeyInUrl'>;

export const isSendable = (probe: Probe, settings: Sending): boolean => whyNeverSent(probe, settings) === undefined;

export const isNotSent = (built: ProbeRequest | NotSent): built is NotSent => 'cause' in built;

/** Skipped because earlier responses show enough, or the run does not send it. */
export const UNNEEDED: NotSent = { cause: 'unneeded', ...skipReason('unneeded') };

/** Skipped because evidence is missing. */
export const lacking = <Code extends SkipReason['code']>(...coded: Parameters<typeof skipReason<Code>>): NotSent => ({
  cause: 'prerequisite',
  ...skipReason(...coded),
});
