import { type Checked, type CheckOptions, callOf } from '../outcome/checked.ts';
import { left } from '../outcome/left.ts';
import { type Reports, type RunOptions, start, withReports } from './command.ts';

type Options = CheckOptions & RunOptions & Reports;

/** `storecheck check` under way. */
export function startCheck(baseUrl: string, options: Options = {}) {
  const { args, env, out } = callOf(baseUrl, { ...options, args: withReports(options.args, options) });
  const { ended, ...running } = start(args, { ...options, env });
  return { ...running, out, ended: ended.then((end): Checked => ({ ...end, ...left(out) })) };
}

/** `storecheck check` to its end, with what it left in its folder. */
export function check(baseUrl: string, options: Options = {}): Promise<Checked> {
  return startCheck(baseUrl, options).ended;
}
