import { guard, type Permit, type Wish } from '../../run/guard.ts';
import type { Problems } from '../console/problems.ts';
import type { LoadOptions, SendingOptions } from './options.ts';

/** The flags that ask for more than reading. */
export type PermitOptions = Pick<SendingOptions, 'allowWrites' | 'confirmHost' | 'dryRun'> &
  Partial<Pick<LoadOptions, 'allowLoad'>>;

const PUSHING: readonly string[] = ['limits', 'run', 'capacity'];

export interface Permitted {
  readonly permit: Permit;
  /** Why the run itself would be refused, and what it needs: of a dry run alone, which sends nothing and plans what was meant. */
  readonly needs: readonly string[];
}

const NOTHING: Permitted = { permit: { writes: false, load: false }, needs: [] };

/** What the guard permits the command; every reason against it is a problem, or what a dry run has to say at its end. */
export function permitFor(
  options: PermitOptions,
  target: Pick<Wish, 'targetClass' | 'host'>,
  command: string,
  problems: Problems,
): Permitted {
  if (target.host === '') return NOTHING;
  const wish = wishOf(options, target, command);
  const decision = guard(wish);
  if ('permit' in decision) return { permit: decision.permit, needs: [] };
  const { refused } = decision;
  if (options.dryRun !== true) for (const reason of refused) problems.missing(reason);
  const meant = guard({ ...wish, allowLoad: true, confirmedHost: target.host });
  return { permit: 'permit' in meant ? meant.permit : NOTHING.permit, needs: refused };
}

/** What the guard is asked. */
export function wishOf(
  { allowWrites = false, allowLoad = false, confirmHost }: PermitOptions,
  target: Pick<Wish, 'targetClass' | 'host'>,
  command: string,
): Wish {
  return { ...target, allowWrites, allowLoad, pushes: PUSHING.includes(command), confirmedHost: confirmHost };
}
