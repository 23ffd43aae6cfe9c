import type { Exchange, HeaderLine, Settings, SkipCause } from '../exchange/index.ts';
import type { OperationName } from '../spec/operations.ts';
import type { CredentialKind } from './credential.ts';

/** What a probe may look at when it is built: the settings and what was answered so far. */
export interface Situation {
  readonly settings: Settings;
  readonly exchanges: readonly Exchange[];
}

export type Method = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'PATCH' | 'DELETE';

/** A request to be sent. `path` stands below the base URL; `{key}` in it stands for the real key, URL-encoded; `{key}` in a header for the real key. */
export interface ProbeRequest {
  readonly operation: OperationName;
  readonly method: Method;
  readonly path: string;
  readonly credential: CredentialKind;
  readonly headers: readonly HeaderLine[];
  readonly body: string | null;
}

/** Why a probe is not sent after all. */
export interface NotSent {
  readonly skip: SkipCause;
  readonly reason: string;
}

/** A request that provokes one behaviour: built by a pure function from what was answered before it. */
export interface Probe {
  readonly id: string;
  readonly title: string;
  readonly writes: boolean;
  /** It says nothing but of what this run creates. */
  readonly ofCreated?: true;
  /** A run that creates sends it once more at the end, after the settle time. */
  readonly atEnd?: true;
  /**
   * Neighbouring probes of the same group are sent at the same time, each on a connection of its own, if the quota has room for that.
   * They are built from what was answered before all of them.
   */
  readonly group?: string;
  /** Waits so long before the request, in milliseconds: what happens late, and what an idle connection does, shows then. */
  readonly afterMs?: number;
  /** Said in the plan where the probe is sent only under a condition, e.g. "the store holds 20 animals or fewer". */
  readonly onlyIf?: string;
  /** Probes whose answers it builds on. */
  readonly uses: readonly string[];
  readonly build: (situation: Situation) => ProbeRequest | NotSent;
}

/** A read-only run leaves out what creates, and what is of the created. */
export function isSendable({ writes, ofCreated }: Probe, { readOnly }: Pick<Settings, 'readOnly'>): boolean {
  return !readOnly || !(writes || ofCreated === true);
}

export function isNotSent(built: ProbeRequest | NotSent): built is NotSent {
  return 'skip' in built;
}

export const unneeded = (reason: string): NotSent => ({ skip: 'unneeded', reason });
export const lacking = (reason: string): NotSent => ({ skip: 'prerequisite', reason });
