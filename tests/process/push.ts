import { expect, vi } from 'vitest';
import { left } from '../outcome/left.ts';
import { callOf, type Pushed, type PushOptions } from '../outcome/pushed.ts';
import { type RunOptions, start } from './run.ts';

/** The shortest in which neither the rounding of a second nor a busy machine hides what is to be seen. */
export const WINDOW_SECONDS = 6;

/** `storecheck limits`, or `run`, under way. */
export async function startPush(baseUrl: string, options: PushOptions & RunOptions) {
  const { out, args, env, secrets } = callOf(baseUrl, { window: WINDOW_SECONDS, ...options });
  const { child, ended } = await start(args, { ...options, env });
  return { child, out, ended: ended.then((end): Pushed => ({ ...end, secrets, ...left(out) })) };
}

/** `storecheck limits`, or `run`, to its end. */
export async function push(baseUrl: string, options: PushOptions & RunOptions): Promise<Pushed> {
  return (await startPush(baseUrl, options)).ended;
}

/** Waits until it is so: on a busy machine nearly as long as a test may take. */
export const until = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 100_000, interval: 10 });
