import type { TargetClass } from '../config/index.ts';

/** What a run may do to its target. Recorders ask for it; only `guard` makes one. */
export interface Permit {
  /** Creates may be sent. */
  readonly writes: boolean;
  /** Limits may be pushed. */
  readonly load: boolean;
}

export interface Wish {
  readonly targetClass: TargetClass;
  readonly host: string;
  /** `--allow-writes`, or the target's `allow.writes`. */
  readonly allowWrites: boolean;
  readonly allowLoad: boolean;
  /** Whether the command pushes limits. */
  readonly pushes: boolean;
  /** `--confirm-host`, or what was typed at the terminal. */
  readonly confirmedHost: string | undefined;
}

/** The permit, or every reason why there is none. */
export type Decision = { readonly permit: Permit } | { readonly refused: readonly string[] };

/**
 * The one place that decides about writes and load. local: both. staging: load, and writes where they were allowed.
 * production (configured, or any host that nobody knows): GET only, no load; each takes its own flag and the host's name once more.
 */
export function guard(wish: Wish): Decision {
  const { targetClass, host, allowWrites, allowLoad, pushes } = wish;
  const permit = permitFor(wish);
  const refused: string[] = [];
  const name = wish.confirmedHost === undefined ? ` --confirm-host ${host}` : '';
  if (pushes && !permit.load && !allowLoad)
    refused.push(
      `pushing limits on ${host} (${targetClass}) uses up each key's minute and can get a key banned: if you may, add --allow-load${name} (storecheck check pushes nothing); ${STAGING}`,
    );
  const flags = flagsToConfirm(wish);
  if (flags.length > 0)
    refused.push(
      `${flags.join(' and ')} on ${host}, which is taken for production: repeat its name,${name}${refused.length > 0 ? '' : `; ${STAGING}`}`,
    );
  if (wish.confirmedHost !== undefined && wish.confirmedHost !== host && (allowWrites || allowLoad))
    refused.push(`--confirm-host: the host is ${host}, not ${JSON.stringify(wish.confirmedHost)}`);
  return refused.length > 0 ? { refused } : { permit };
}

const STAGING = 'a staging system is one that a target of storecheck.yaml gives `class: staging`';

/** The flags that mean something only with the host's name; a terminal may ask for it. */
export function flagsToConfirm({ targetClass, allowWrites, allowLoad, pushes, confirmedHost }: Wish): string[] {
  if (targetClass !== 'production' || confirmedHost !== undefined) return [];
  return [...(allowWrites ? ['--allow-writes'] : []), ...(allowLoad && pushes ? ['--allow-load'] : [])];
}

function permitFor({ targetClass, host, allowWrites, allowLoad, confirmedHost }: Wish): Permit {
  switch (targetClass) {
    case 'local':
      return { writes: true, load: true };
    case 'staging':
      return { writes: allowWrites, load: true };
    case 'production': {
      const confirmed = confirmedHost === host;
      return { writes: allowWrites && confirmed, load: allowLoad && confirmed };
    }
  }
}
