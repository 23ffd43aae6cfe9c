import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type ApiKey, revealKey } from '../exchange/api-key.ts';
import { type Message, TOO_LARGE } from '../exchange/body.ts';
import { headerValue, INTERRUPTED, OF_PROXY } from '../exchange/exchange.ts';
import type { Answer, Exchange, Failure, HeaderLine, NoAnswer } from '../exchange/records/exchange-record.ts';
import type { Head } from '../exchange/records/run-record.ts';
import { keyRedactor, type Redact } from '../exchange/redact.ts';
import type { Io, Route } from '../io/io.ts';
import { isSentApart, presentsKey, withKey } from '../probes/credential.ts';
import type { ProbeRequest } from '../probes/probe.ts';
import { bytesOf } from '../text/bytes.ts';
import type { Labelled, Send } from './ask.ts';

export interface Connection {
  /** One is that of the run. */
  readonly keys: readonly ApiKey[];
  readonly io: Pick<Io, 'clock' | 'random' | 'network'>;
  /** Timeout of a request in milliseconds, from connecting to the last byte of its body. */
  readonly timeoutMs: number;
  /** Without writes, anything but GET is a bug. */
  readonly permit: { readonly writes: boolean };
  readonly route?: Route | undefined;
  readonly signal: AbortSignal;
}

/** Opens the connection of a run. Does not follow redirects, verifies TLS, and does not retry: every request is recorded. */
export function openConnection({ run, tool, target, settings }: Head, connection: Connection) {
  const { keys, io, permit, signal } = connection;
  const key = keys.find(({ label }) => label === settings.key);
  if (key === undefined) throw new Error(`the key ${settings.key} is missing`);
  const { now } = io.clock;
  const base = new URL(target.baseUrl);
  const userAgent = `${tool.name}/${tool.version} (conformance check; run ${run})`;
  const secret = revealKey(key);
  // A probe sends the key without its last character, and a server may echo that.
  const redact = keyRedactor([secret, secret.slice(0, -1)].map((text) => [key.label, text]));
  const client = dispatcher(base.origin, connection, 1);
  let seq = 0;
  let closes = false;

  const answerTo = async (over: Dispatcher, request: ProbeRequest): Promise<Answer | NoAnswer> => {
    const deadline = new AbortController();
    const cancel = io.clock.after(connection.timeoutMs, () =>
      deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    );
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const written = (text: string) => withKey(text, secret, io.random, base64);
    const chunked = request.headers.some(isChunked);
    const payload = request.body?.replaceAll('{key}', JSON.stringify(secret).slice(1, -1));
    const bytes = payload === undefined ? null : Buffer.from(bytesOf(payload));
    const headers = [
      ...request.headers.filter((line) => !isChunked(line)).map(([name, text]) => [name, written(text)] as const),
      ['User-Agent', userAgent] as const,
    ];
    const options: Dispatcher.RequestOptions = {
      origin: base.origin,
      method: request.method,
      path: base.pathname.replace(/\/+$/, '') + request.path.replaceAll('{key}', encodeURIComponent(secret)),
      headers: headers.flat(),
      body: bytes === null || !chunked ? bytes : inChunks(bytes),
      // Some servers leave a refused body on the connection, and read it as the next request.
      reset: closes || chunked,
      signal: AbortSignal.any([signal, deadline.signal]),
      responseHeaders: 'raw',
    };
    try {
      const answer = await over.request(options);
      const at = now();
      const lines = pairs(answer.headers as unknown as string[]);
      const body = await readBody(answer.body, lines);
      if (body.cut !== undefined) signal.throwIfAborted();
      return { at, status: answer.statusCode, headers: lines, ...body };
    } catch (error) {
      if (signal.aborted)
        return { at: now(), failure: { code: INTERRUPTED, message: 'the run was stopped during the request' } };
      const code = codeOf(error);
      const isOfProxy = connection.route?.proxy !== undefined && CONNECTING.includes(code);
      return { at: now(), failure: { code: isOfProxy ? OF_PROXY + code : code, message: messageOf(error) } };
    } finally {
      cancel();
    }
  };
  const sendOver = async (over: Dispatcher, { request, probe, phase }: Labelled): Promise<Exchange> => {
    if (request.method !== 'GET' && !permit.writes) throw new Error(`no permit to send ${request.method} (${probe})`);
    const at = now();
    const received = await answerTo(over, request);
    // A server may close a connection after a response (RFC 9112 §9.5): from then on, each request has its own.
    if ('failure' in received) closes = true;
    seq += 1;
    return {
      v: 1,
      run,
      seq,
      recorder: 'client',
      probe,
      key: presentsKey(request) ? key.label : null,
      operation: request.operation,
      ...(phase === undefined ? {} : { phase }),
      sent: { at, method: request.method, path: request.path, headers: request.headers, body: request.body },
      received: redacted(received, redact),
    };
  };
  const send: Send = async (requests) => {
    const isApart = requests.length > 1 || requests.some(({ request }) => isSentApart(request));
    const over = isApart ? dispatcher(base.origin, connection, requests.length) : client;
    try {
      return await Promise.all(requests.map((labelled) => sendOver(over, labelled)));
    } finally {
      if (isApart) await over.destroy();
    }
  };
  return { send, close: () => client.destroy() };
}

/** Disables undici's timeouts: each request has one timeout, from connecting to the last byte. */
function dispatcher(origin: string, { route = {}, timeoutMs, io }: Connection, connections: number): Dispatcher {
  const { proxy, ca, cert, key } = route;
  const tls = { cert: cert?.text, key: key?.text, ca: ca && [...rootCertificates, ca.text] };
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  if (proxy !== undefined) return new ProxyAgent({ uri: proxy, requestTls: tls, connections, ...timeouts });
  return new Pool(origin, {
    connections,
    pipelining: 1,
    connect: (io.network.connect as buildConnector.connector | undefined) ?? {
      timeout: Math.min(10_000, timeoutMs),
      ...tls,
    },
    ...timeouts,
  });
}

/** Failures to connect. With a proxy, undici connects to nothing else; it aborts if the proxy does not pass on. */
const CONNECTING = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_ABORTED'],
];

/** undici writes this header if it does not know the length of a body. */
const isChunked = ([name]: HeaderLine): boolean => name.toLowerCase() === 'transfer-encoding';

/** Two chunks, which split the first character that has several bytes. */
function inChunks(bytes: Buffer): Readable {
  // Of a character in UTF-8, not the first byte.
  const inside = bytes.findIndex((byte) => byte >= 0x80 && byte < 0xc0);
  const at = inside < 0 ? Math.ceil(bytes.length / 2) : inside;
  return Readable.from([bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0));
}

function pairs(raw: readonly string[]): HeaderLine[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

/** Kept characters of a truncated body. */
const KEPT_OF_CUT = 65_536;

function redacted(received: Answer | NoAnswer, redact: Redact): Answer | NoAnswer {
  if ('failure' in received)
    return { ...received, failure: { code: received.failure.code, message: redact(received.failure.message) } };
  const headers = received.headers.map(([name, value]): HeaderLine => [redact(name), redact(value)]);
  const { body, encoding, cut } = received;
  if (body === null) return { ...received, headers };
  const text = encoding === 'base64' ? redactedBytes(body, redact) : redact(body);
  if (cut === undefined) return { ...received, headers, body: text };
  // Truncated after redaction, which would miss half a key. A copy, because V8 keeps the complete text of a slice.
  return { ...received, headers, body: Buffer.from(text.slice(0, KEPT_OF_CUT)).toString() };
}

/** A body that is not UTF-8 may contain a key, so its bytes are searched as characters. */
function redactedBytes(body: string, redact: Redact): string {
  return Buffer.from(redact(Buffer.from(body, 'base64').toString('latin1')), 'latin1').toString('base64');
}

/** Maximum bytes of a body: a hundred animals with names of 100 kB. */
const BODY_CAP = 10 * 1024 * 1024;

/** Magic bytes of compressed formats. */
const KEPT_OF_CODED = 4;

const LONGER_THAN_KEPT: Failure = {
  code: TOO_LARGE,
  message: `the body is longer than ${BODY_CAP} bytes and was truncated`,
};

async function readBody(stream: Readable, headers: readonly HeaderLine[]): Promise<Message> {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut: Failure | undefined;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_CAP) {
        cut = LONGER_THAN_KEPT;
        break;
      }
      chunks.push(chunk);
    }
  } catch (error) {
    cut = { code: codeOf(error), message: `the body ended early: ${messageOf(error)}` };
  }
  const bytes = Buffer.concat(chunks);
  const coding = headerValue(headers, 'Content-Encoding')?.toLowerCase();
  return cut === undefined ? decode(bytes, coding) : { ...toText(bytes, coding), cut };
}

/** A Map, because a server may send the coding `constructor`. */
const DECOMPRESS = new Map<string | undefined, typeof gunzipSync>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Decodes content codings, which undici does not. A decompression bomb ends at the cap. */
function decode(bytes: Buffer, coding: string | undefined): Message {
  const decompress = DECOMPRESS.get(coding);
  if (decompress === undefined || bytes.length === 0) return toText(bytes, coding);
  try {
    return toText(decompress(bytes, { maxOutputLength: BODY_CAP }));
  } catch (error) {
    const failure = { code: codeOf(error), message: `the body cannot be decoded as ${coding}: ${messageOf(error)}` };
    return { ...toText(bytes, coding), cut: failure.code === 'ERR_BUFFER_TOO_LARGE' ? LONGER_THAN_KEPT : failure };
  }
}

/** @param coding the remaining content coding: compressed bytes are not kept, because a key in them could not be redacted */
function toText(bytes: Buffer, coding?: string): Message {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const kept = coding === undefined ? bytes : bytes.subarray(0, KEPT_OF_CODED);
    return { body: kept.toString('base64'), encoding: 'base64' };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' ? 'TIMEOUT' : error.name;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error.message;
}
