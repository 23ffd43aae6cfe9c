import type { Json, Member } from './value.ts';

interface Cursor {
  readonly text: string;
  at: number;
}

// Deeper input would end in a stack overflow, which a client must not be able to cause.
const MAX_DEPTH = 256;
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS: readonly (readonly [string, Json])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];

/** Reads JSON text without losing a digit. Throws SyntaxError if it is malformed. */
export function readJson(text: string): Json {
  const cursor: Cursor = { text, at: 0 };
  const value = readValue(cursor, 0);
  skipBlank(cursor);
  if (cursor.at !== text.length) throw malformed(cursor);
  return value;
}

function readValue(cursor: Cursor, depth: number): Json {
  if (depth > MAX_DEPTH) throw malformed(cursor);
  skipBlank(cursor);
  const first = cursor.text[cursor.at];
  if (first === '{') return readObject(cursor, depth);
  if (first === '[') return readList(cursor, depth);
  if (first === '"') return readString(cursor);
  for (const [word, value] of WORDS) {
    if (cursor.text.startsWith(word, cursor.at)) {
      cursor.at += word.length;
      return value;
    }
  }
  return { digits: match(cursor, NUMBER) };
}

function readObject(cursor: Cursor, depth: number): Json {
  const members: Member[] = [];
  readEach(cursor, '}', () => {
    skipBlank(cursor);
    const name = readString(cursor);
    skipBlank(cursor);
    if (cursor.text[cursor.at] !== ':') throw malformed(cursor);
    cursor.at += 1;
    members.push([name, readValue(cursor, depth + 1)]);
  });
  return { members };
}

function readList(cursor: Cursor, depth: number): Json {
  const items: Json[] = [];
  readEach(cursor, ']', () => {
    items.push(readValue(cursor, depth + 1));
  });
  return items;
}

function readEach(cursor: Cursor, end: string, readOne: () => void): void {
  cursor.at += 1;
  skipBlank(cursor);
  if (cursor.text[cursor.at] === end) {
    cursor.at += 1;
    return;
  }
  for (;;) {
    readOne();
    skipBlank(cursor);
    const next = cursor.text[cursor.at];
    if (next !== ',' && next !== end) throw malformed(cursor);
    cursor.at += 1;
    if (next === end) return;
  }
}

// A string has no digits to lose, so the platform may decode its escapes.
const readString = (cursor: Cursor): string => String(JSON.parse(match(cursor, STRING)));

function skipBlank(cursor: Cursor): void {
  match(cursor, BLANK);
}

function match(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) throw malformed(cursor);
  cursor.at += found.length;
  return found;
}

const malformed = (cursor: Cursor): SyntaxError => new SyntaxError(`not JSON at position ${cursor.at}`);
