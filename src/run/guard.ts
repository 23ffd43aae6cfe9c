import type { TargetClass } from '../config/target-class.ts';

/** What a run may do to its target. Recorders require it, and only `guard` creates one. */
export interface Permit {
  readonly writes: boolean;
  readonly load: boolean;
}

/** What the user says about writes or load. */
export interface Wish {
  /** What allows it: the flag, or the place of a `true` in storecheck.yaml. */
  readonly allowed: string | undefined;
  /** What forbids it in every class: `--read-only`, or the place of a `false` in storecheck.yaml. */
  readonly forbidden: string | undefined;
}

interface Wishes extends Readonly<Record<keyof Permit, Wish>> {
  readonly targetClass: TargetClass;
  readonly host: string;
  /** Whether the command exhausts limits or offers load. */
  readonly sendsLoad: boolean;
  readonly confirmedHost: string | undefined;
  /** Whether the user can be asked for the host name. */
  readonly canAsk: boolean;
}

/**
 * Decides about writes and load. local: both. staging: load, writes with their flag. production: each needs its flag and the
 * host name; `toConfirm` lists the flags for which the user is asked for the name. Nothing permits what is forbidden. The permit holds
 * for a run without objections and whose host is confirmed: another one must not start.
 */
export function guard({ targetClass, host, writes, load, sendsLoad, confirmedHost, canAsk }: Wishes) {
  const isProduction = targetClass === 'production';
  const permit: Permit = {
    writes: writes.forbidden === undefined && (writes.allowed !== undefined || targetClass === 'local'),
    load: load.forbidden === undefined && (load.allowed !== undefined || !isProduction),
  };
  const used = [permit.writes ? writes.allowed : undefined, permit.load && sendsLoad ? load.allowed : undefined];
  const unconfirmed = isProduction && confirmedHost === undefined ? used.flatMap((one) => one ?? []) : [];
  const name = confirmedHost === undefined ? ` --confirm-host ${host}` : '';
  const objections: string[] = [];
  if (writes.allowed !== undefined && writes.forbidden !== undefined)
    objections.push(`${writes.allowed} contradicts ${writes.forbidden}; remove one of the two`);
  if (sendsLoad && load.forbidden !== undefined)
    objections.push(`load on ${host} is forbidden (${load.forbidden}); remove this setting, or use storecheck check`);
  else if (sendsLoad && !permit.load)
    objections.push(
      `load on ${host} (${targetClass}) is not allowed: it exhausts each key's quota of the current window, and a key can be banned. If that is acceptable, add --allow-load${name}. ${STAGING}`,
    );
  if (confirmedHost !== undefined && !isHost(confirmedHost, host) && (writes.allowed ?? load.allowed) !== undefined)
    objections.push(`--confirm-host: the host is ${host}, not ${JSON.stringify(confirmedHost)}`);
  if (unconfirmed.length > 0 && !canAsk) {
    const advice = objections.length > 0 ? '' : `. ${STAGING}`;
    objections.push(`${unconfirmed.join(' and ')} on ${host}, a production host: confirm with${name}${advice}`);
  }
  return { permit, objections, toConfirm: canAsk ? unconfirmed : [] };
}

/** Whether a typed name is that of the host, with or without its port. */
export const isHost = (typed: string, host: string): boolean => typed === host || typed === host.replace(/:\d+$/, '');

const STAGING = 'For a staging system, set `class: staging` in storecheck.yaml';
