import type { TargetClass } from '../config/target-class.ts';

/** What a run may do to its target. Recorders require it, and only `guard` creates one. */
export interface Permit {
  readonly writes: boolean;
  readonly load: boolean;
}

interface Wish {
  readonly targetClass: TargetClass;
  readonly host: string;
  /** `--allow-writes`, or the target's `allow.writes`. */
  readonly allowWrites: boolean;
  readonly allowLoad: boolean;
  /** The places of a `true` in storecheck.yaml that allows it, instead of the flag. */
  readonly allowedBy?: Places;
  /** What forbids writes or load in every class: `--read-only`, or the place of a `false` in storecheck.yaml. */
  readonly forbidden: Places;
  /** Whether the command exhausts limits or offers load. */
  readonly sendsLoad: boolean;
  readonly confirmedHost: string | undefined;
}

type Places = { readonly [P in keyof Permit]?: string };

/**
 * Decides about writes and load. local: both. staging: load, writes with their flag. production: each needs its flag and the
 * host name; `toConfirm` lists the flags that need the name, `unconfirmed` says so. Nothing permits what is forbidden. The permit holds
 * for a run with which nothing is `refused` and whose host is confirmed: another one must not start.
 */
export function guard(wish: Wish) {
  const { targetClass, host, allowWrites, allowLoad, allowedBy = {}, forbidden, sendsLoad, confirmedHost } = wish;
  const isProduction = targetClass === 'production';
  const permit: Permit = {
    writes: forbidden.writes === undefined && (allowWrites || targetClass === 'local'),
    load: forbidden.load === undefined && (allowLoad || !isProduction),
  };
  const writes = allowWrites && permit.writes ? [allowedBy.writes ?? '--allow-writes'] : [];
  const load = allowLoad && sendsLoad && permit.load ? [allowedBy.load ?? '--allow-load'] : [];
  const toConfirm = isProduction && confirmedHost === undefined ? [...writes, ...load] : [];
  const name = confirmedHost === undefined ? ` --confirm-host ${host}` : '';
  const refused: string[] = [];
  if (allowWrites && forbidden.writes !== undefined)
    refused.push(`--allow-writes contradicts ${forbidden.writes}; remove one of the two`);
  if (sendsLoad && forbidden.load !== undefined)
    refused.push(`load on ${host} is forbidden (${forbidden.load}); remove this setting, or use storecheck check`);
  else if (sendsLoad && !permit.load)
    refused.push(
      `load on ${host} (${targetClass}) is not allowed: it exhausts each key's quota of the current window, and a key can be banned. If that is acceptable, add --allow-load${name}. ${STAGING}`,
    );
  if (confirmedHost !== undefined && !isHost(confirmedHost, host) && (allowWrites || allowLoad))
    refused.push(`--confirm-host: the host is ${host}, not ${JSON.stringify(confirmedHost)}`);
  const unconfirmed = `${toConfirm.join(' and ')} on ${host}, a production host: confirm with${name}${refused.length > 0 ? '' : `. ${STAGING}`}`;
  return { permit, refused, toConfirm, unconfirmed };
}

/** Whether a typed name is that of the host, with or without its port. */
export const isHost = (typed: string, host: string): boolean => typed === host || typed === host.replace(/:\d+$/, '');

const STAGING = 'For a staging system, set `class: staging` in storecheck.yaml';
