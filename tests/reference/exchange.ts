import { Agent, type ClientRequestArgs, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../src/io/clock.ts';
import type { Reference, ReferenceOptions } from '../../src/reference/index.ts';
import { virtualClock } from '../virtual/clock.ts';
import { type MemoryNetwork, memoryNetwork } from '../virtual/network.ts';
import { startWatched, type Watched } from './watched.ts';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  /** `null`: no Authorization header. Default: the pro key as bearer token. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  /** As on the wire: name, value, name, value … */
  readonly raw: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Every 1xx that came before. */
  readonly hints: readonly string[];
}

export interface Caller {
  readonly reference: Watched;
  readonly clock: Clock;
  readonly network: MemoryNetwork;
  ask(sent: Sent): Promise<Received>;
}

/** A time at which no whole second, minute or hour begins. */
export const START = 1_795_238_047_350;

/** Runs `use` against a server in memory, whose clock moves only in `pass` and while an answer is late. */
export async function withReference<T>(
  options: ReferenceOptions,
  use: (caller: Caller, pass: (milliseconds: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const clock = virtualClock({ startAt: START });
  const network = memoryNetwork(clock);
  const reference = await startWatched(options, { clock, network });
  const agent = new MemoryAgent(network);
  try {
    const ask = (sent: Sent) => exchange(reference, agent, clock, sent);
    return await clock.run(use({ reference, network, clock, ask }, clock.sleep));
  } finally {
    agent.destroy();
    await reference.close();
    clock.stop();
  }
}

/** Keeps one connection open, as a client does. */
class MemoryAgent extends Agent {
  readonly #network: MemoryNetwork;

  constructor(network: MemoryNetwork) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#network = network;
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const target = { hostname: host ?? '', port: String(port), protocol: 'http:' };
    // node:http reads the stream only if there is no error.
    this.#network.connect(target, (error, socket) => done?.(error, socket as Duplex));
  }
}

/** Milliseconds after which a request counts as not answered. */
const PATIENCE = 3_000;

function exchange(reference: Reference, agent: Agent, clock: Clock, sent: Sent): Promise<Received> {
  const { method = 'GET', path, authorization = `Bearer ${reference.keys.pro}`, headers = {}, body } = sent;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const key = authorization === null ? {} : { authorization };
  return new Promise((resolve, reject) => {
    const hints: string[] = [];
    const outgoing = send(
      `${reference.baseUrl}${path}`,
      { method, agent, headers: { ...type, ...key, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            raw: incoming.rawHeaders,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
            hints,
          }),
        );
      },
    );
    const cancel = clock.after(PATIENCE, () => outgoing.destroy(new Error('no answer')));
    outgoing.on('information', ({ statusCode }) => hints.push(String(statusCode)));
    outgoing.once('error', reject).once('close', cancel);
    outgoing.end(body);
  });
}
