import type { TargetClass } from '../config/index.ts';

/** What a run may do to its target. Recorders require it, and only `guard` creates one. */
export interface Permit {
  /** Creates may be sent. */
  readonly writes: boolean;
  /** Limits may be exhausted. */
  readonly load: boolean;
}

export interface Wish {
  readonly targetClass: TargetClass;
  readonly host: string;
  /** `--allow-writes`, or the target's `allow.writes`. */
  readonly allowWrites: boolean;
  readonly allowLoad: boolean;
  /** Whether the command exhausts limits or offers load. */
  readonly sendsLoad: boolean;
  /** `--confirm-host`, or the name typed at the terminal. */
  readonly confirmedHost: string | undefined;
}

/** The permit, or every reason against it. */
export type Decision = { readonly permit: Permit } | { readonly refused: readonly string[] };

/** Decides about writes and load. local: both. staging: load, writes with their flag. production: neither without its flag and the host name. */
export function guard(wish: Wish): Decision {
  const { targetClass, host, allowWrites, allowLoad, sendsLoad } = wish;
  const permit = permitFor(wish);
  const refused: string[] = [];
  const name = wish.confirmedHost === undefined ? ` --confirm-host ${host}` : '';
  if (sendsLoad && !permit.load && !allowLoad)
    refused.push(
      `load on ${host} (${targetClass}) is not allowed: it uses up the current minute of each key, and a key can be banned. If that is acceptable, add --allow-load${name}. ${STAGING}`,
    );
  const flags = flagsToConfirm(wish);
  if (flags.length > 0)
    refused.push(
      `${flags.join(' and ')} on ${host}, a production host: confirm with${name}${refused.length > 0 ? '' : `. ${STAGING}`}`,
    );
  if (wish.confirmedHost !== undefined && !isHost(wish.confirmedHost, host) && (allowWrites || allowLoad))
    refused.push(`--confirm-host: the host is ${host}, not ${JSON.stringify(wish.confirmedHost)}`);
  return refused.length > 0 ? { refused } : { permit };
}

/** Whether a typed name is that of the host, with or without its port. */
export const isHost = (typed: string, host: string): boolean => typed === host || typed === host.replace(/:\d+$/, '');

const STAGING = 'For a staging system, set `class: staging` in storecheck.yaml';

/** The flags that need the host name; at a terminal, the user can type it. */
export function flagsToConfirm({ targetClass, allowWrites, allowLoad, sendsLoad, confirmedHost }: Wish): string[] {
  if (targetClass !== 'production' || confirmedHost !== undefined) return [];
  return [...(allowWrites ? ['--allow-writes'] : []), ...(allowLoad && sendsLoad ? ['--allow-load'] : [])];
}

function permitFor({ targetClass, host, allowWrites, allowLoad, confirmedHost }: Wish): Permit {
  switch (targetClass) {
    case 'local':
      return { writes: true, load: true };
    case 'staging':
      return { writes: allowWrites, load: true };
    case 'production': {
      const confirmed = confirmedHost !== undefined && isHost(confirmedHost, host);
      return { writes: allowWrites && confirmed, load: allowLoad && confirmed };
    }
  }
}
