import { Agent, request as send } from 'node:http';
import { type Reference, type ReferenceOptions, startReference } from '../../src/reference/index.ts';

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
  readonly reference: Reference;
  ask(sent: Sent): Promise<Received>;
}

/** A time at which no whole second, minute or hour begins. */
export const START = 1_795_238_047_350;

/** Runs `use` against a server whose clock stands still but for `pass`. */
export async function withReference<T>(
  options: ReferenceOptions,
  use: (caller: Caller, pass: (ms: number) => void) => Promise<T>,
): Promise<T> {
  let now = START;
  const reference = await startReference({ clock: () => now, ...options });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const ask = (sent: Sent) => exchange(reference, agent, sent);
    return await use({ reference, ask }, (ms) => {
      now += ms;
    });
  } finally {
    agent.destroy();
    await reference.close();
  }
}

function exchange(reference: Reference, agent: Agent, sent: Sent): Promise<Received> {
  const { method = 'GET', path, authorization = `Bearer ${reference.keys.pro}`, headers = {}, body } = sent;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const key = authorization === null ? {} : { authorization };
  return new Promise((resolve, reject) => {
    const hints: string[] = [];
    const outgoing = send(
      `${reference.baseUrl}${path}`,
      { method, agent, timeout: 3000, headers: { ...type, ...key, ...headers } },
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
    outgoing.on('information', ({ statusCode }) => hints.push(String(statusCode)));
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
