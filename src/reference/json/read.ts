import type { Json } from './value.ts';

/** Strings, and whatever else is neither punctuation nor white space. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Begins a string that stands for a number: no request contains it. */
const MARK = '\ue000digits:';

/** Deeper input would overflow the stack, which a client must not be able to cause. */
const MAX_DEPTH = 1_000;

/** Reads JSON text without losing a digit. Throws if it is malformed, or nested too deep. */
export function readJson(text: string): Json {
  return lossless(JSON.parse(text.replace(TOKENS, (token) => (NUMBER.test(token) ? `"${MARK}${token}"` : token))), 0);
}

function lossless(value: unknown, depth: number): Json {
  if (depth > MAX_DEPTH) throw new SyntaxError('nested too deep');
  if (typeof value === 'string') return value.startsWith(MARK) ? { digits: value.slice(MARK.length) } : value;
  if (Array.isArray(value)) return value.map((item) => lossless(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value as null | boolean;
  if (Object.keys(value).some((name) => name.startsWith(MARK))) throw new SyntaxError('a number as a name');
  return { members: Object.entries(value).map(([name, one]) => [name, lossless(one, depth + 1)] as const) };
}
