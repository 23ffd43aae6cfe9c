import type { Target, TargetClass } from '../../config/index.ts';
import type { Io } from '../../io/io.ts';
import { flagsToConfirm, guard, type Permit, type Wish } from '../../run/guard.ts';
import type { Question } from '../console/confirm.ts';
import type { Problems } from '../console/problems.ts';
import type { Flags } from './options.ts';

const PUSHING: readonly string[] = ['limits', 'run', 'capacity'];

export interface Permitted {
  readonly permit: Permit;
  /** Why the run itself would be refused, and what it needs: of a dry run alone, which sends nothing and plans what was meant. */
  readonly needs: readonly string[];
  /** To be confirmed at the terminal. */
  readonly question: Question | undefined;
}

const NOTHING: Permit = { writes: false, load: false };

/**
 * What the guard permits the command; every reason against it is a problem, or what a dry run has to say at its end. At a terminal, the
 * name of a production host is asked for if `--confirm-host` was left out.
 */
export function readPermit(
  command: string,
  flags: Flags,
  { host, targetClass, allow }: { host: string; targetClass: TargetClass; allow: Target['allow'] | undefined },
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  problems: Problems,
): Permitted {
  if (host === '') return { permit: NOTHING, needs: [], question: undefined };
  const asked: Wish = {
    targetClass,
    host,
    allowWrites: flags.allowWrites ?? allow?.writes === true,
    allowLoad: flags.allowLoad ?? allow?.load === true,
    pushes: PUSHING.includes(command),
    confirmedHost: flags.confirmHost,
  };
  const isTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const toConfirm = isTerminal && flags.dryRun !== true ? flagsToConfirm(asked) : [];
  const question = toConfirm.length === 0 ? undefined : { host, flags: toConfirm };
  const wish = question === undefined ? asked : { ...asked, confirmedHost: host };
  const decision = guard(wish);
  if ('permit' in decision) return { permit: decision.permit, needs: [], question };
  const { refused } = decision;
  if (flags.dryRun !== true) for (const reason of refused) problems.missing(reason);
  const meant = guard({ ...wish, allowLoad: true, confirmedHost: host });
  return { permit: 'permit' in meant ? meant.permit : NOTHING, needs: refused, question };
}
