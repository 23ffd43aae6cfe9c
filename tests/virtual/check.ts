import { type Checked, type CheckOptions, callOf } from '../outcome/checked.ts';
import { left } from '../outcome/left.ts';
import { type RunOptions, start } from './command.ts';

/** `storecheck check` under way. */
export function startCheck(baseUrl: string, options: CheckOptions & RunOptions = {}) {
  const { args, env, out } = callOf(baseUrl, options);
  const { ended, ...running } = start(args, { ...options, env });
  return { ...running, out, ended: ended.then((end): Checked => ({ ...end, ...left(out) })) };
}

/** `storecheck check` to its end, with what it left in its folder. */
export function check(baseUrl: string, options: CheckOptions & RunOptions = {}): Promise<Checked> {
  return startCheck(baseUrl, options).ended;
}
