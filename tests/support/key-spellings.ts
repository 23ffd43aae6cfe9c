import { constants, gunzipSync } from 'node:zlib';

const percent = (text: string) =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`).join('');
const unicode = (text: string, pattern: RegExp, upper = false) =>
  text.replace(pattern, (char) => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? hex.toUpperCase() : hex}`;
  });
const html = (text: string, entity: (code: number) => string) =>
  text.replace(/[&<>"'+/=]/g, (char) => entity(char.charCodeAt(0)));
const xml = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = (text: string) => JSON.stringify(text).slice(1, -1);

const flipped = (text: string) =>
  [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');

/** A way in which a server may spell a key. */
export interface Spelling {
  readonly write: (key: string) => string;
  /** A JSON string contains it as it is; others are escaped first. */
  readonly raw?: true;
}

export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'as it is': { write: (key) => key },
  'in base64': { write: base64 },
  'in base64 for URLs': { write: (key) => Buffer.from(`Bearer ${key}`).toString('base64url') },
  'in base64, escaped for URLs': { write: (key) => encodeURIComponent(base64(key)) },
  'in base64, with slashes escaped for JSON': { write: (key) => base64(key).replace(/\//g, '\\/'), raw: true },
  'in base64, as JSON': { write: (key) => base64(JSON.stringify({ authorization: `Bearer ${key}` })) },
  'in hexadecimal': { write: (key) => Buffer.from(key).toString('hex') },
  'in UTF-16': { write: (key) => [...key].map((char) => `${char}\0`).join('') },
  'without its backslashes': { write: (key) => key.replaceAll('\\', '') },
  'escaped for URLs': { write: encodeURIComponent },
  'escaped as a URL': { write: encodeURI },
  'escaped for URLs in lower case': {
    write: (key) => encodeURIComponent(key).replace(/%../g, (hex) => hex.toLowerCase()),
  },
  'escaped for URLs, every character': { write: (key) => percent(key) },
  'escaped for URLs twice': { write: (key) => encodeURIComponent(encodeURIComponent(key)) },
  'as a form': { write: (key) => new URLSearchParams({ key }).toString() },
  'escaped for HTML': { write: (key) => html(key, (code) => `&#${code};`) },
  'escaped for HTML in hex': { write: (key) => html(key, (code) => `&#x${code.toString(16)};`) },
  'escaped for XML by name': { write: xml },
  'escaped for XML twice': { write: (key) => xml(xml(key)) },
  'escaped for JSON with slashes': { write: (key) => json(key).replace(/\//g, '\\/'), raw: true },
  'escaped for JSON by .NET': { write: (key) => unicode(json(key).replace(/\\"/g, '"'), /["&'+<>]/g, true), raw: true },
  'escaped for JSON by Go': { write: (key) => unicode(json(key), /[&<>]/g), raw: true },
  'escaped for JSON, every character': { write: (key) => unicode(key, /./g), raw: true },
  'escaped for JSON, one character': { write: (key) => unicode(key[0] ?? '', /./) + json(key.slice(1)), raw: true },
  'JSON inside JSON': { write: (key) => JSON.stringify({ authorization: `Bearer ${key}` }) },
  'JSON inside JSON, three times': { write: (key) => json(json(json(JSON.stringify({ authorization: key })))) },
  'escaped as logs do': {
    write: (key) => key.replace(/[^\w.-]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
  },
  'with its letter case flipped': { write: flipped },
};

const character = (radix: number) => (_all: string, code: string) => String.fromCharCode(Number.parseInt(code, radix));

/** Decodes every part of a text that may be encoded. Keeps what is printable and long enough for a key. */
const decoded = (text: string, pattern: RegExp, decode: (run: string) => readonly Buffer[]) =>
  [...text.matchAll(pattern)]
    .flatMap(([run]) => decode(run).flatMap((bytes) => bytes.toString('latin1').match(/[\0\x20-\x7e]{12,}/g) ?? []))
    .join('\n');

const UNDO: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\\u([\da-f]{4})/gi, character(16)),
  (text) => text.replace(/\\x([\da-f]{2})/gi, character(16)),
  (text) => text.replace(/\\(["\\/])/g, '$1'),
  // JSON inside JSON, any number of times.
  (text) => text.replace(/\\+(["/])/g, '$1').replace(/\\+/g, '\\'),
  // UTF-16 has a zero beside each of these characters.
  (text) => text.replaceAll('\0', ''),
  (text) => text.replace(/%([\da-f]{2})/gi, character(16)),
  (text) => text.replace(/&#(\d+);/g, character(10)),
  (text) => text.replace(/&#x([\da-f]+);/gi, character(16)),
  (text) =>
    text
      .replace(/&quot;/g, '"')
      .replace(/&apos;/g, "'")
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  (text) => decoded(text, /[\w+/-]{12,}/g, (run) => [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64'))),
  // A gzip, even if its end is missing.
  (text) =>
    decoded(text, /H4sI[\w+/]+/g, (run) => [
      gunzipSync(Buffer.from(run, 'base64'), { finishFlush: constants.Z_SYNC_FLUSH }),
    ]),
  (text) => decoded(text, /(?:[\da-f]{2}){6,}/gi, (run) => [Buffer.from(run, 'hex')]),
];

/** A text, and the same with escapes undone, two of them in every order that a reader might try. */
function readings(text: string): ReadonlySet<string> {
  const once = new Set([text, ...UNDO.map((undo) => undo(text))]);
  return new Set([...once].flatMap((partly) => [partly, ...UNDO.map((undo) => undo(partly))]));
}

/** The places of a key in texts, in any spelling and also without its last character, each with the text around it. */
export function tracesOf(key: string, texts: Iterable<string>): string[] {
  const secret = key.slice(0, -1).toLowerCase();
  const lines = new Set([...texts].flatMap((text) => text.split('\n')));
  const found = [...lines].flatMap((line) =>
    [...readings(line)].flatMap((reading) => {
      const at = reading.toLowerCase().indexOf(secret);
      return at < 0 ? [] : [reading.slice(Math.max(0, at - 70), at + secret.length + 5)];
    }),
  );
  return [...new Set(found)];
}
