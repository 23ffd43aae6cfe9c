import { left } from '../outcome/left.ts';
import { callOf, type Pushed, type PushOptions } from '../outcome/pushed.ts';
import { type Reports, type RunOptions, start, withReports } from './command.ts';
import { world } from './world.ts';

type Options = PushOptions & RunOptions & Reports;

/** `storecheck limits`, or `run`, under way, in windows of 60 s. */
export function startPush(baseUrl: string, options: Options) {
  const { out, args, env, secrets } = callOf(baseUrl, { ...options, args: withReports(options.args, options) });
  const { ended, ...running } = start(args, { ...options, env });
  return { ...running, out, ended: ended.then((end): Pushed => ({ ...end, secrets, ...left(out) })) };
}

/** `storecheck limits`, or `run`, to its end. */
export function push(baseUrl: string, options: Options): Promise<Pushed> {
  return startPush(baseUrl, options).ended;
}

/** Lists one animal with this key: the status of the response. */
export async function ask(baseUrl: string, key: string): Promise<number> {
  const answer = await world().network.request(`${baseUrl}/pets?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.status;
}
