import { type Checked, type CheckOptions, callOf } from '../outcome/checked.ts';
import { left } from '../outcome/left.ts';
import { type RunOptions, start } from './run.ts';

/** `storecheck check` under way. */
export async function startCheck(baseUrl: string, options: CheckOptions & RunOptions = {}) {
  const { args, env, out } = callOf(baseUrl, options);
  const { child, ended } = await start(args, { ...options, env });
  return { child, ended: ended.then((end): Checked => ({ ...end, ...left(out) })) };
}

/** `storecheck check` to its end, with what it left in its folder. */
export async function check(baseUrl: string, options: CheckOptions & RunOptions = {}): Promise<Checked> {
  return (await startCheck(baseUrl, options)).ended;
}
