import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { milliseconds } from './arguments.ts';
import type { TestRunContext } from './vu.ts';

export interface Params {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: string;
}

/** k6's codes of errors that have a number of their own; all others are 1000. */
const FAILURES = {
  ETIMEDOUT: [1050, 'request timeout'],
  ENOTFOUND: [1101, 'lookup: no such host'],
  ECONNREFUSED: [1212, 'dial: connection refused'],
  ECONNRESET: [1220, 'read: connection reset by peer'],
} as const;

/** Milliseconds of virtual time for a handshake, about what loopback takes: so that `connecting` tells a new connection. */
const HANDSHAKE = 0.1;

/** Milliseconds until the script has its response: so that requests that are sent together are under way together. */
const RECEIPT = 0.2;

/**
 * HTTP/1.1 as k6 2.2 sends and reads it, over the network of a test. Never rejects; status 0 says that there is no response.
 * Redirects are not followed. Node reads the responses: the messages for malformed ones differ from Go's, and a few that Go accepts
 * are malformed.
 */
export function httpClient({ clock, connect, options }: Pick<TestRunContext, 'clock' | 'connect' | 'options'>) {
  const { userAgent = '', noConnectionReuse = false } = options;
  const agent = Object.assign(new Agent({ keepAlive: !noConnectionReuse }), {
    createConnection: (
      { host, port }: { host: string; port: string },
      give: (error: Error | null, socket?: unknown) => void,
    ) => {
      void clock.sleep(HANDSHAKE).then(() => connect({ hostname: host, port, protocol: 'http:' }, give));
    },
  });
  const open = new Set<ClientRequest>();

  const request = async (method: string, address: string, body: string | null, params: Params = {}) => {
    const { hostname: host, port, pathname, search } = new URL(address);
    const headers = { 'User-Agent': userAgent, ...params.headers };
    const wanted = { agent, host, port, method, path: `${pathname}${search}`, headers, insecureHTTPParser: true };
    const began = clock.now();
    const timings = { blocked: 0, connecting: 0 };
    const sent = send(wanted).end(body ?? undefined);
    open.add(sent);
    sent.once('close', () => open.delete(sent));
    sent.once('socket', () => {
      timings.blocked = clock.now() - began;
      if (!sent.reusedSocket) timings.connecting = HANDSHAKE;
    });
    const cancel = clock.after(milliseconds(params.timeout ?? '60s'), () =>
      sent.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
    );
    const answer = await new Promise<object>((resolve, reject) =>
      sent.once('error', reject).once('response', (response) => {
        const { statusCode: status = 0 } = response;
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk;
          })
          .once('error', reject)
          .once('end', () => {
            const about = { error: '', error_code: status >= 400 ? 1_000 + status : 0 };
            resolve({ status, headers: headersOf(response), body: text, ...about });
          });
      }),
    ).catch(({ code = '', message }: NodeJS.ErrnoException) => {
      const [error_code, error] = FAILURES[code as keyof typeof FAILURES] ?? [1_000, message];
      return { status: 0, headers: {}, body: null, error, error_code };
    });
    cancel();
    sent.destroy();
    await clock.sleep(RECEIPT);
    return { ...answer, timings };
  };

  const close = () => {
    for (const one of open) one.destroy();
    agent.destroy();
  };
  return { request, close };
}

/** Under Go's canonical names; repeated lines are joined with ", ", as k6 does. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const known = canonical(name);
    headers[known] = known in headers ? `${headers[known]}, ${value}` : value;
  }
  return headers;
}

/** `x-ratelimit-limit` → `X-Ratelimit-Limit` */
const canonical = (name: string) => name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
