/** A response as Go's net/http reads it. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  /** Canonical names; repeated lines are joined with ", ", as k6 does. */
  readonly headers: Readonly<Record<string, string>>;
  readonly keepAlive: boolean;
}

export type Reading =
  | { readonly state: 'incomplete'; readonly started: boolean }
  | { readonly state: 'complete'; readonly head: Head; readonly body: Buffer | null }
  | { readonly state: 'failed'; readonly message: string; readonly body: Buffer | null };

class Malformed extends Error {}

/** The message of a connection that ended too early. */
const CUT = 'unexpected EOF';

/**
 * Reads a response from the bytes received so far; `ended`: no more will come. The messages of errors are those of Go 1.26.
 * Not imitated: limits of size, trailers, protocol upgrades.
 */
export function readResponse(bytes: Buffer, ended: boolean): Reading {
  try {
    for (let at = 0; ; ) {
      const read = readHead(bytes, at, ended);
      if (read === null) return incomplete(bytes, ended, null);
      const { end, lines, status, ...line } = read;
      // Go skips informational responses.
      if (status >= 100 && status < 200) {
        at = end;
        continue;
      }
      const fields = joined(lines);
      const chunked = /chunked/i.test(fields['Transfer-Encoding'] ?? '');
      const length = chunked ? null : lengthOf(lines);
      const { 'Transfer-Encoding': _, ...others } = fields;
      if (chunked) delete others['Content-Length'];
      const keepAlive = !/close/i.test(fields['Connection'] ?? '') && (chunked || length !== null);
      const head = { ...line, status, headers: others, keepAlive };
      if (status === 204 || status === 304)
        return { state: 'complete', head: { ...head, keepAlive: true }, body: null };
      const rest = bytes.subarray(end);
      if (chunked) return readChunked(rest, ended, head);
      if (length === null)
        return ended ? { state: 'complete', head, body: rest } : { state: 'incomplete', started: true };
      if (rest.length < length) return incomplete(bytes, ended, rest);
      return { state: 'complete', head, body: rest.subarray(0, length) };
    }
  } catch (error) {
    if (error instanceof Malformed) return { state: 'failed', message: error.message, body: null };
    throw error;
  }
}

function incomplete(bytes: Buffer, ended: boolean, body: Buffer | null): Reading {
  if (!ended) return { state: 'incomplete', started: bytes.length > 0 };
  return { state: 'failed', message: bytes.length === 0 ? 'EOF' : CUT, body };
}

type Line = readonly [name: string, value: string];

/** Null: more bytes are needed. */
function readHead(bytes: Buffer, from: number, ended: boolean) {
  const first = readLine(bytes, from);
  if (first === null) return null;
  const { status, statusText } = statusOf(first.text);
  const lines: Line[] = [];
  for (let at = first.end; ; ) {
    const read = readLine(bytes, at);
    if (read === null) {
      // Go reads what there is of a line before it notices the end.
      if (ended && at < bytes.length) fieldOf(bytes.toString('latin1', at));
      return null;
    }
    at = read.end;
    if (read.text === '') return { status, statusText, lines, end: at };
    const last = lines.at(-1);
    if (!/^[ \t]/.test(read.text)) lines.push(fieldOf(read.text));
    else if (last === undefined) throw new Malformed(`malformed MIME header initial line: ${quoted(read.text)}`);
    else lines[lines.length - 1] = [last[0], `${last[1]} ${trimmed(read.text)}`];
  }
}

function readLine(bytes: Buffer, from: number): { readonly text: string; readonly end: number } | null {
  const newline = bytes.indexOf(10, from);
  if (newline === -1) return null;
  return { text: bytes.toString('latin1', from, newline).replace(/\r$/, ''), end: newline + 1 };
}

function statusOf(line: string): { readonly status: number; readonly statusText: string } {
  const [, protocol, statusText] = /^(\S*) +(.*)$/.exec(line) ?? [];
  if (protocol === undefined || statusText === undefined)
    throw new Malformed(`malformed HTTP response ${quoted(line)}`);
  const code = statusText.split(' ')[0] ?? '';
  if (!/^\d{3}$/.test(code)) throw new Malformed(`malformed HTTP status code ${quoted(code)}`);
  if (!/^HTTP\/\d\.\d$/.test(protocol)) throw new Malformed(`malformed HTTP version ${quoted(protocol)}`);
  return { status: Number(code), statusText };
}

function fieldOf(line: string): Line {
  const colon = line.indexOf(':');
  if (colon === -1) throw new Malformed(`malformed MIME header: missing colon: ${quoted(line)}`);
  return [canonical(line.slice(0, colon)), trimmed(line.slice(colon + 1))];
}

/** `x-ratelimit-limit` → `X-Ratelimit-Limit`; a name that is not a token stays as it is. */
export function canonical(name: string): string {
  if (!/^[\w!#$%&'*+\-.^`|~]+$/.test(name)) return name;
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function joined(lines: readonly Line[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  return headers;
}

function lengthOf(lines: readonly Line[]): number | null {
  const values = [...new Set(lines.flatMap(([name, value]) => (name === 'Content-Length' ? [value] : [])))];
  const [value] = values;
  if (values.length > 1) {
    const all = values.map(quoted).join(' ');
    throw new Malformed(`http: message cannot contain multiple Content-Length headers; got [${all}]`);
  }
  if (value === undefined) return null;
  if (!/^\d+$/.test(value)) throw new Malformed(`bad Content-Length ${quoted(value)}`);
  return Number(value);
}

function readChunked(bytes: Buffer, ended: boolean, head: Head): Reading {
  const chunks: Buffer[] = [];
  const cut = (): Reading =>
    ended ? { state: 'failed', message: CUT, body: Buffer.concat(chunks) } : { state: 'incomplete', started: true };
  for (let at = 0; ; ) {
    const line = readLine(bytes, at);
    if (line === null) return cut();
    const digits = line.text.replace(/;.*/, '').trim();
    if (!/^[\da-f]{1,8}$/i.test(digits))
      return { state: 'failed', message: 'invalid byte in chunk length', body: Buffer.concat(chunks) };
    const size = Number.parseInt(digits, 16);
    at = line.end;
    if (size === 0) {
      for (let trailer = readLine(bytes, at); trailer !== null; trailer = readLine(bytes, at)) {
        if (trailer.text === '') return { state: 'complete', head, body: Buffer.concat(chunks) };
        at = trailer.end;
      }
      return cut();
    }
    chunks.push(bytes.subarray(at, at + size));
    if (bytes.length < at + size + 2) return cut();
    at += size + 2;
  }
}

const trimmed = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');
const quoted = (text: string): string => JSON.stringify(text);
