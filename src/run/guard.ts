import type { TargetClass } from '../config/target-class.ts';

/** What a run may do to its target. Recorders require it, and only `guard` creates one. */
export interface Permit {
  readonly writes: boolean;
  readonly load: boolean;
}

export interface Wish {
  readonly targetClass: TargetClass;
  readonly host: string;
  /** `--allow-writes`, or the target's `allow.writes`. */
  readonly allowWrites: boolean;
  readonly allowLoad: boolean;
  /** What forbids writes or load in every class: `--read-only`, or the place of a `false` in storecheck.yaml. */
  readonly forbidden?: Forbidden;
  /** Whether the command exhausts limits or offers load. */
  readonly sendsLoad: boolean;
  readonly confirmedHost: string | undefined;
}

export type Forbidden = { readonly [P in keyof Permit]?: string };

export type Decision = { readonly permit: Permit } | { readonly refused: readonly string[] };

/** Decides about writes and load. local: both. staging: load, writes with their flag. production: neither without its flag and the host name. Nothing permits what is forbidden. */
export function guard(wish: Wish): Decision {
  const { targetClass, host, allowWrites, allowLoad, forbidden = {}, sendsLoad } = wish;
  const permit = permitFor(wish);
  const refused: string[] = [];
  const name = wish.confirmedHost === undefined ? ` --confirm-host ${host}` : '';
  if (allowWrites && forbidden.writes !== undefined)
    refused.push(`--allow-writes contradicts ${forbidden.writes}; remove one of the two`);
  if (sendsLoad && forbidden.load !== undefined)
    refused.push(`load on ${host} is forbidden (${forbidden.load}); remove this setting, or use storecheck check`);
  else if (sendsLoad && !permit.load && !allowLoad)
    refused.push(
      `load on ${host} (${targetClass}) is not allowed: it exhausts each key's quota of the current window, and a key can be banned. If that is acceptable, add --allow-load${name}. ${STAGING}`,
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
export function flagsToConfirm({ targetClass, forbidden, confirmedHost, ...wish }: Wish): string[] {
  if (targetClass !== 'production' || confirmedHost !== undefined) return [];
  const writes = wish.allowWrites && forbidden?.writes === undefined;
  const load = wish.allowLoad && wish.sendsLoad && forbidden?.load === undefined;
  return [...(writes ? ['--allow-writes'] : []), ...(load ? ['--allow-load'] : [])];
}

/** The permit if the user confirms everything that is asked for. */
export function permitIfConfirmed(wish: Wish): Permit {
  return permitFor({ ...wish, allowLoad: true, confirmedHost: wish.host });
}

function permitFor({ targetClass, host, allowWrites, allowLoad, forbidden = {}, confirmedHost }: Wish): Permit {
  const isProduction = targetClass === 'production';
  const isConfirmed = !isProduction || (confirmedHost !== undefined && isHost(confirmedHost, host));
  return {
    writes: forbidden.writes === undefined && isConfirmed && (allowWrites || targetClass === 'local'),
    load: forbidden.load === undefined && isConfirmed && (allowLoad || !isProduction),
  };
}
