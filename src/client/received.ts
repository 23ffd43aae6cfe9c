import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Message, TOO_LARGE, UNDECODABLE } from '../exchange/body.ts';
import { headerValue } from '../exchange/exchange.ts';
import type { Exchange, Failure, HeaderLine } from '../exchange/records/exchange-record.ts';
import type { Redact } from '../exchange/redact.ts';

/** The header lines of a response, which undici gives in one list: name, value, name … */
export function headerLines(raw: readonly string[]): HeaderLine[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

/** Kept characters of a truncated body. */
const KEPT_OF_CUT = 65_536;

export function redacted(received: Exchange['received'], redact: Redact): Exchange['received'] {
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

/** Kept bytes of a body that could not be decompressed: the magic bytes of its format. */
const KEPT_OF_CODED = 4;

const LONGER_THAN_KEPT: Failure = {
  code: TOO_LARGE,
  message: `the body is longer than ${BODY_CAP} bytes and was truncated`,
};

export async function readBody(stream: Readable, headers: readonly HeaderLine[]): Promise<Message> {
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
    const { code, message } = failureOf(error);
    cut = { code, message: `the body ended early: ${message}` };
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
    const { code, message } = failureOf(error);
    // If the bytes end too early, the connection was lost.
    const kind = code === 'Z_BUF_ERROR' ? code : UNDECODABLE;
    const failure = { code: kind, message: `the body cannot be decoded as ${coding} (Content-Encoding): ${message}` };
    return { ...toText(bytes, coding), cut: code === 'ERR_BUFFER_TOO_LARGE' ? LONGER_THAN_KEPT : failure };
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

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', message: String(error) };
  const name = error.name === 'TimeoutError' ? 'TIMEOUT' : error.name;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : name;
  const parts = error instanceof AggregateError && error.message === '' ? error.errors.map(failureOf) : [error];
  return { code, message: parts.map(({ message }) => message).join('; ') };
}
