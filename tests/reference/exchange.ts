import type { Clock } from '../../src/io/clock.ts';
import type { ReferenceOptions } from '../../src/reference/server/options.ts';
import { virtualClock } from '../virtual/clock.ts';
import { type MemoryNetwork, memoryNetwork, type SimpleResponse } from '../virtual/network.ts';
import { startWatched, type Watched } from './watched.ts';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  /** `null`: no key. Default: the pro key. */
  readonly key?: string | null;
  readonly body?: string;
}

export interface Received extends Omit<SimpleResponse, 'body'> {
  readonly body: string;
}

export interface Caller {
  readonly reference: Watched;
  readonly clock: Clock;
  readonly network: MemoryNetwork;
  /** Sends a request on a connection of its own. */
  ask(sent: Sent): Promise<Received>;
}

/** A time at which no whole second, minute or hour begins. */
const START = 1_795_238_047_350;

/** Runs `use` against a server in memory, whose clock moves only in `sleep` and while an answer is late. */
export async function withReference<T>(options: ReferenceOptions, use: (caller: Caller) => Promise<T>): Promise<T> {
  const clock = virtualClock({ startAt: START });
  const network = memoryNetwork(clock);
  const reference = await startWatched(options, { clock, network });
  const ask = async ({ path, key = reference.keys.pro, method = 'GET', body = '' }: Sent) => {
    const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const answer = await network.request(`${reference.baseUrl}${path}`, { method, headers, body });
    return { ...answer, body: answer.body.toString() };
  };
  try {
    return await clock.run(use({ reference, network, clock, ask }));
  } finally {
    await reference.close();
    clock.stop();
  }
}
