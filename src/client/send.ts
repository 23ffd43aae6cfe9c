import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type ApiKey, revealKey } from '../exchange/api-key.ts';
import { bytesOf } from '../exchange/body.ts';
import { INTERRUPTED, PROXY_PREFIX } from '../exchange/exchange.ts';
import type { Exchange, HeaderLine } from '../exchange/records/exchange-record.ts';
import type { Head } from '../exchange/records/run-record.ts';
import { keyRedactor } from '../exchange/redact.ts';
import type { Io, Route } from '../io/io.ts';
import { filledIn, isSentApart, presentsKey } from '../probes/credential.ts';
import type { ProbeRequest } from '../probes/probe.ts';
import type { NamedRequest, Send } from './ask.ts';
import { failureOf, headerLines, readBody, redacted } from './received.ts';

export interface SenderOptions {
  /** Includes the key `settings.key` of the run. */
  readonly keys: readonly ApiKey[];
  readonly io: Pick<Io, 'clock' | 'random' | 'network'>;
  /** Timeout of a request in milliseconds, from connecting to the last byte of its body. */
  readonly timeoutMs: number;
  /** Without `writes`, sending anything but GET throws an error. */
  readonly permit: { readonly writes: boolean };
  readonly route?: Route | undefined;
  readonly signal: AbortSignal;
}

/** Opens the connection of a run. Does not follow redirects, verifies TLS, and does not retry: every request is recorded. */
export function openSender(head: Head, options: SenderOptions) {
  const { run, target, settings } = head;
  const { keys, io, permit } = options;
  const key = keys.find(({ label }) => label === settings.key);
  if (key === undefined) throw new Error(`the key ${settings.key} is missing`);
  const { origin } = new URL(target.baseUrl);
  const secret = revealKey(key);
  // A probe sends the key without its last character, and a server may echo that.
  const redact = keyRedactor([secret, secret.slice(0, -1)].map((text) => [key.label, text]));
  const client = openDispatcher(origin, options, 1);
  let seq = 0;
  let isClosing = false;

  const sendOver = async (over: Dispatcher, { request, probe, phase }: NamedRequest): Promise<Exchange> => {
    if (request.method !== 'GET' && !permit.writes) throw new Error(`no permit to send ${request.method} (${probe})`);
    const at = io.clock.now();
    const requestOptions = undiciRequest(request, secret, head, io.random);
    const received = await receive({ ...requestOptions, reset: isClosing || requestOptions.reset }, over, options);
    // After a failure, each later request gets its own connection: the server may close one after a response (RFC 9112 §9.5).
    if ('failure' in received) isClosing = true;
    seq += 1;
    return {
      v: 1,
      run,
      seq,
      recorder: 'client',
      probe,
      key: presentsKey(request) ? key.label : null,
      operation: request.operation,
      phase,
      sent: { at, method: request.method, path: request.path, headers: request.headers, body: request.body },
      received: redacted(received, redact),
    };
  };
  const send: Send = async (requests) => {
    const isApart = requests.length > 1 || requests.some(({ request }) => isSentApart(request));
    const over = isApart ? openDispatcher(origin, options, requests.length) : client;
    try {
      return await Promise.all(requests.map((named) => sendOver(over, named)));
    } finally {
      if (isApart) await over.destroy();
    }
  };
  return { send, close: () => client.destroy() };
}

/** The request as undici takes it, with the key in the places that the probe marked. */
function undiciRequest(
  { method, path, headers, body }: ProbeRequest,
  secret: string,
  head: Head,
  random: () => number,
) {
  const { run, tool, target } = head;
  const base = new URL(target.baseUrl);
  const chunked = headers.some(isChunked);
  const payload = body?.replaceAll('{key}', JSON.stringify(secret).slice(1, -1));
  const bytes = payload === undefined ? null : Buffer.from(bytesOf(payload));
  const lines = headers
    .filter((line) => !isChunked(line))
    .flatMap(([name, text]) => [name, filledIn(text, secret, random)]);
  return {
    origin: base.origin,
    method,
    path: base.pathname.replace(/\/+$/, '') + path.replaceAll('{key}', encodeURIComponent(secret)),
    headers: [...lines, 'User-Agent', `${tool.name}/${tool.version} (conformance check; run ${run})`],
    body: bytes === null || !chunked ? bytes : inChunks(bytes),
    // Some servers leave a refused body on the connection, and read it as the next request.
    reset: chunked,
    responseHeaders: 'raw',
  } satisfies Dispatcher.RequestOptions;
}

/** Sends a request. Returns its complete response, or why there is none. */
async function receive(request: Dispatcher.RequestOptions, over: Dispatcher, options: SenderOptions) {
  const { io, route, signal, timeoutMs } = options;
  const { now, after } = io.clock;
  const deadline = new AbortController();
  const cancel = after(timeoutMs, () =>
    deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  );
  const ended = AbortSignal.any([signal, deadline.signal]);
  try {
    // undici ignores the signal until it has a connection, which a silent proxy never gives.
    const answer = await Promise.race([over.request({ ...request, signal: ended }), abortOf(ended)]);
    const at = now();
    const headers = headerLines(answer.headers as unknown as string[]);
    const body = await readBody(answer.body, headers);
    if (body.cut !== undefined) signal.throwIfAborted();
    return { at, status: answer.statusCode, headers, ...body };
  } catch (error) {
    if (signal.aborted)
      return { at: now(), failure: { code: INTERRUPTED, message: 'the run was stopped during the request' } };
    const { code, message } = failureOf(error);
    const isOfProxy = route?.proxy !== undefined && CONNECTING.includes(code);
    return { at: now(), failure: { code: isOfProxy ? PROXY_PREFIX + code : code, message } };
  } finally {
    cancel();
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Milliseconds for TCP and for TLS, so that an unreachable host is reported before its request times out. */
const CONNECT_MS = 10_000;

/** Opens undici's client. Its timeouts after connecting are off, because `timeoutMs` limits the complete request. */
function openDispatcher(origin: string, { route = {}, timeoutMs, io }: SenderOptions, connections: number): Dispatcher {
  const { proxy, ca, cert, key } = route;
  const timeout = Math.min(CONNECT_MS, 0.8 * timeoutMs);
  const tls = { timeout, cert: cert?.text, key: key?.text, ca: ca && [...rootCertificates, ca.text] };
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  if (proxy !== undefined)
    return new ProxyAgent({ uri: proxy, proxyTls: { timeout }, requestTls: tls, connections, ...timeouts });
  const connect = (io.network.connect as buildConnector.connector | undefined) ?? tls;
  return new Pool(origin, { connections, pipelining: 1, connect, ...timeouts });
}

/** Codes of failures to connect. undici connects only to the proxy, if there is one, and aborts if that forwards nothing. */
const CONNECTING = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_ABORTED',
];

/** Whether a header asks for a chunked body. undici writes it itself if it does not know the length of a body. */
const isChunked = ([name]: HeaderLine): boolean => name.toLowerCase() === 'transfer-encoding';

/** The body in two chunks, which split its first character of several bytes. */
function inChunks(bytes: Buffer): Readable {
  // A UTF-8 byte that continues a character.
  const inside = bytes.findIndex((byte) => byte >= 0x80 && byte < 0xc0);
  const at = inside < 0 ? Math.ceil(bytes.length / 2) : inside;
  return Readable.from([bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0));
}
