import type { Target, TargetClass } from '../../config/index.ts';
import type { Io } from '../../io/io.ts';
import { flagsToConfirm, guard, type Permit, type Wish } from '../../run/guard.ts';
import type { Question } from '../console/confirm.ts';
import type { Problems } from '../console/problems.ts';
import type { Flags } from './options.ts';

const SENDING_LOAD: readonly string[] = ['limits', 'run', 'capacity'];

export interface Permitted {
  readonly permit: Permit;
  /** Why the run would be refused. Only of a dry run, which plans the requests as if it were allowed. */
  readonly objections: readonly string[];
  /** What the user must confirm at the terminal. */
  readonly question: Question | undefined;
}

const NOTHING: Permit = { writes: false, load: false };

/**
 * Asks the guard for a permit. Each refusal is a problem, or an objection of a dry run. At a terminal, `--confirm-host` may be missing:
 * the user types the host name.
 */
export function readPermit(
  command: string,
  flags: Flags,
  { host, targetClass, allow }: { host: string; targetClass: TargetClass; allow: Target['allow'] | undefined },
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  problems: Problems,
): Permitted {
  if (host === '') return { permit: NOTHING, objections: [], question: undefined };
  const asked: Wish = {
    targetClass,
    host,
    allowWrites: flags.allowWrites ?? allow?.writes === true,
    allowLoad: flags.allowLoad ?? allow?.load === true,
    sendsLoad: SENDING_LOAD.includes(command),
    confirmedHost: flags.confirmHost,
  };
  const isTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const toConfirm = isTerminal && flags.dryRun !== true ? flagsToConfirm(asked) : [];
  const question = toConfirm.length === 0 ? undefined : { host, flags: toConfirm };
  const wish = question === undefined ? asked : { ...asked, confirmedHost: host };
  const decision = guard(wish);
  if ('permit' in decision) return { permit: decision.permit, objections: [], question };
  const { refused } = decision;
  if (flags.dryRun !== true) for (const reason of refused) problems.missing(reason);
  const allowed = guard({ ...wish, allowLoad: true, confirmedHost: host });
  return { permit: 'permit' in allowed ? allowed.permit : NOTHING, objections: refused, question };
}
