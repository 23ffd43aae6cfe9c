import { guard, type Permit, type Wish } from '../run/guard.ts';
import type { LoadOptions, SendingOptions } from './options.ts';
import type { Problems } from './problems.ts';

/** The flags that ask for more than reading. */
export type PermitOptions = Pick<SendingOptions, 'allowWrites' | 'confirmHost' | 'dryRun'> &
  Partial<Pick<LoadOptions, 'allowLoad'>>;

const PUSHING: readonly string[] = ['limits', 'run', 'capacity'];

const NOTHING: Permit = { writes: false, load: false };

/** What the guard permits the command; every reason against it is a problem. A dry run sends nothing, so it may plan anything. */
export function permitFor(
  options: PermitOptions,
  target: Pick<Wish, 'targetClass' | 'host'>,
  command: string,
  problems: Problems,
): Permit {
  if (target.host === '') return NOTHING;
  const decision = guard(wishOf(options, target, command));
  if ('permit' in decision) return decision.permit;
  if (options.dryRun !== true) for (const reason of decision.refused) problems.add(reason);
  return NOTHING;
}

/** What the guard is asked. */
export function wishOf(
  { allowWrites = false, allowLoad = false, confirmHost }: PermitOptions,
  target: Pick<Wish, 'targetClass' | 'host'>,
  command: string,
): Wish {
  return { ...target, allowWrites, allowLoad, pushes: PUSHING.includes(command), confirmedHost: confirmHost };
}
