import { Composer, type CST, type Document, type ErrorCode, LineCounter, Parser } from 'yaml';
import type { Flaw, LinePosition } from '../problem.ts';

/** Maximum characters: enough for a thousand waivers. The parser is slow above. */
export const LONGEST_TEXT = 200_000;
/** Maximum depth; a valid file has six levels. */
const DEEPEST = 64;

export interface Parsed {
  readonly document: Document.Parsed;
  readonly flaws: readonly Flaw[];
}

/** Parses YAML 1.2 or JSON, or says what is wrong. */
export function parse(
  text: string,
  positionOf: (offset: number) => LinePosition,
): Parsed | { readonly flaws: readonly Flaw[] } {
  if (text.length > LONGEST_TEXT)
    return fault(`the file has more than ${LONGEST_TEXT} characters, the maximum for a configuration`);
  try {
    const tokens = [...new Parser().parse(text)];
    const tooDeep = deeper(tokens, DEEPEST);
    if (tooDeep !== undefined) return fault(SYNTAX.RESOURCE_EXHAUSTION, tooDeep.offset);
    const [document, second] = new Composer(OPTIONS).compose(tokens, true, text.length);
    if (document === undefined) return fault(SYNTAX.IMPOSSIBLE);
    const flaws = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
      offset: pos[0],
      path: [],
      message: SYNTAX[code],
    }));
    if (second !== undefined) flaws.push({ offset: second.range[0], path: [], message: SYNTAX.MULTIPLE_DOCS });
    return { document, flaws: firstOfEachLine(flaws, positionOf) };
  } catch {
    // The parser documents no exceptions. Any of them is reported as a problem of the file.
    return fault(SYNTAX.IMPOSSIBLE);
  }
}

const OPTIONS = {
  intAsBigInt: true,
  schema: 'core',
  version: '1.2',
  // Off: quadratic, and its message lacks the key. The tree checks it.
  uniqueKeys: false,
} as const;

const fault = (message: string, offset = 0) => ({ flaws: [{ offset, path: [], message }] });

/**
 * The first token that is nested too deep. The composer is recursive: 100,000 open brackets end the process, since V8 cannot
 * compile a regular expression when the stack is exhausted ("RegExpCompiler Allocation failed", yaml 2.9.1).
 */
function deeper(tokens: Iterable<CST.Token | null | undefined>, levels: number): CST.Token | undefined {
  for (const token of tokens) {
    if (!token) continue;
    if (levels === 0) return token;
    const inner =
      'items' in token ? token.items.flatMap(({ key, value }) => [key, value]) : 'value' in token ? [token.value] : [];
    const found = deeper(inner, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Keeps the first error of a line: later ones are usually its consequences. */
function firstOfEachLine(flaws: readonly Flaw[], positionOf: (offset: number) => LinePosition): Flaw[] {
  const lines = new Map<number, Flaw>();
  for (const flaw of [...flaws].sort((a, b) => a.offset - b.offset)) {
    const { line } = positionOf(flaw.offset);
    if (!lines.has(line)) lines.set(line, flaw);
  }
  return [...lines.values()];
}

/** Line and column of an offset; an offset after the end is the end. */
export function positions(text: string): (offset: number) => LinePosition {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) counter.addNewLine(at + 1);
  return (offset) => {
    const { line, col } = counter.linePos(Math.min(offset, text.length));
    return { line, column: col };
  };
}

/** Messages that never repeat parts of the file, unlike the parser's: these may be a key. */
const SYNTAX = {
  ALIAS_PROPS: 'an alias (*name) can have neither anchor nor tag',
  BAD_ALIAS: 'an alias (*name) without a valid name; quote a text that begins with *',
  BAD_COLLECTION_TYPE: 'this tag does not fit its value; remove it',
  BAD_DIRECTIVE: 'an unknown directive (a line that begins with %); remove it',
  BAD_DQ_ESCAPE: 'an unknown escape (\\…) in double quotes; use \\\\ for a backslash, or single quotes',
  BAD_INDENT: 'wrong indentation, or an unclosed { or [ before this place',
  BAD_PROP_ORDER: 'anchor and tag are in the wrong place',
  BAD_SCALAR_START: 'a text cannot begin with this character; quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" on one line; quote the value if it contains ": "',
  BLOCK_IN_FLOW: 'an indented list or mapping inside { } or [ ]',
  DUPLICATE_KEY: 'a duplicate key in this mapping',
  IMPOSSIBLE: 'invalid YAML',
  KEY_OVER_1024_CHARS: 'a key of more than 1024 characters',
  MISSING_CHAR: 'something is missing here or before: a closing quote, ] or }, a comma, or a colon after a key',
  MULTILINE_IMPLICIT_KEY: 'a key with several lines; a colon or a quote may be missing',
  MULTIPLE_ANCHORS: 'two anchors (&name) on one value',
  MULTIPLE_DOCS: 'a second YAML document begins here (---); use only one',
  MULTIPLE_TAGS: 'two tags on one value',
  NON_STRING_KEY: 'a key must be a string',
  RESOURCE_EXHAUSTION: 'nested too deep; a configuration has at most six levels',
  TAB_AS_INDENT: 'a tab in the indentation; use spaces',
  TAG_RESOLVE_FAILED: 'an unknown tag (!name), or one that does not fit its value; remove it',
  UNEXPECTED_TOKEN: 'unexpected character; a quote, a comma or a bracket may be missing before it',
} as const satisfies Record<ErrorCode, string>;
