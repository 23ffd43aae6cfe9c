import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { TOO_LARGE } from '../exchange/body.ts';
import { headerValue } from '../exchange/exchange.ts';
import type { Answer, Failure, HeaderLine } from '../exchange/records/exchange-record.ts';

/** Maximum bytes of a body: a hundred animals with names of 100 kB. */
const BODY_CAP = 10 * 1024 * 1024;

/** Magic bytes of compressed formats. */
const KEPT_OF_CODED = 4;

const LONGER_THAN_KEPT: Failure = {
  code: TOO_LARGE,
  message: `the body is longer than ${BODY_CAP} bytes and was truncated`,
};

type Recorded = Pick<Answer, 'body' | 'encoding' | 'cut'>;

export async function readBody(stream: Readable, headers: readonly HeaderLine[]): Promise<Recorded> {
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
function decode(bytes: Buffer, coding: string | undefined): Recorded {
  const decompress = DECOMPRESS.get(coding);
  if (decompress === undefined || bytes.length === 0) return toText(bytes, coding);
  try {
    return toText(decompress(bytes, { maxOutputLength: BODY_CAP }));
  } catch (error) {
    return {
      ...toText(bytes, coding),
      cut: codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? LONGER_THAN_KEPT : undecoded(error, coding),
    };
  }
}

const undecoded = (error: unknown, coding: string | undefined): Failure => ({
  code: codeOf(error),
  message: `the body cannot be decoded as ${coding}: ${messageOf(error)}`,
});

/** @param coding the remaining content coding: compressed bytes are not kept, because a key in them could not be redacted */
function toText(bytes: Buffer, coding?: string): Recorded {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const kept = coding === undefined ? bytes : bytes.subarray(0, KEPT_OF_CODED);
    return { body: kept.toString('base64'), encoding: 'base64' };
  }
}

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('name' in error && error.name === 'TimeoutError') return 'TIMEOUT';
  return 'name' in error ? String(error.name) : 'UNKNOWN';
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error.message;
}
