import { left } from '../outcome/left.ts';
import { callOf, type Pushed, type PushOptions } from '../outcome/pushed.ts';
import { type RunOptions, start } from './command.ts';
import { world } from './world.ts';

/** `storecheck limits`, or `run`, under way, in windows of 60 s. */
export function startPush(baseUrl: string, options: PushOptions & RunOptions) {
  const { out, args, env, secrets } = callOf(baseUrl, options);
  const { ended, ...running } = start(args, { ...options, env });
  return { ...running, out, ended: ended.then((end): Pushed => ({ ...end, secrets, ...left(out) })) };
}

/** `storecheck limits`, or `run`, to its end. */
export function push(baseUrl: string, options: PushOptions & RunOptions): Promise<Pushed> {
  return startPush(baseUrl, options).ended;
}

/** Lists one animal with this key: the status of the response. */
export async function ask(baseUrl: string, key: string): Promise<number> {
  const answer = await world().network.request(`${baseUrl}/pets?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.status;
}
