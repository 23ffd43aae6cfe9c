import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import type { Path } from './kinds.ts';

/** A line and column, counted from 1. Columns are UTF-16 units, as in editors. */
export type LinePosition = ReturnType<LineCounter['linePos']>;

/** A problem of the file: what is wrong, and the fix. Never contains a value of the file, which may be a key. */
export interface ConfigProblem {
  readonly position: LinePosition;
  /** Empty if the problem is with the complete file. */
  readonly path: Path;
  readonly message: string;
}

export type ConfigDocument = Exclude<ReturnType<typeof parseConfig>, ConfigProblem>;

/** Parses YAML 1.2 or JSON. Returns its value with the places in the text, or the first problem. */
export function parseConfig(text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...OPTIONS, lineCounter });
  const problemAt = (offset: number, message: string): ConfigProblem => {
    return { position: lineCounter.linePos(offset), path: [], message };
  };
  if (document.contents === null) return problemAt(0, 'the file is empty: add "targets:" or delete it');
  // Later errors are usually consequences of the first.
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const { code, pos } = error;
    return problemAt(pos[0], `${SYNTAX[code] ?? INVALID}. Other problems show only after this one is fixed`);
  }
  let value: unknown;
  try {
    value = document.toJS();
  } catch {
    return problemAt(firstUnresolvedAlias(document)?.range?.[0] ?? 0, ALIAS);
  }
  /** The place of a key, or of a value in a list. The place of a missing value is that of the mapping or list around it. */
  const position = (path: Path): LinePosition => {
    const { key, node } = nearest(document, path);
    return lineCounter.linePos((key ?? node)?.range?.[0] ?? 0);
  };
  /** A scalar as written, without loss of digits. */
  const source = (path: Path): string | undefined => {
    const { node } = nearest(document, path);
    return isScalar(node) ? node.source : undefined;
  };
  return { value, position, source };
}

const OPTIONS = { schema: 'core', version: '1.2', stringKeys: true, prettyErrors: false } as const;

const ALIAS = 'an alias (*name) without an anchor (&name) before it, or too many; quote a text that begins with *';

function firstUnresolvedAlias(document: Document.Parsed): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) === undefined) found ??= alias;
    },
  });
  return found;
}

/** The value at a path with its key, or the nearest value around it. */
function nearest(document: Document.Parsed, path: Path) {
  let node: Node | null | undefined = document.contents;
  let key: Node | undefined;
  for (const part of path) {
    const inner: Node | null | undefined = isAlias(node) ? node.resolve(document) : node;
    const pair: Pair<Node, Node | null> | undefined = isMap<Node, Node | null>(inner)
      ? inner.items.find((item) => String(item.key) === String(part))
      : undefined;
    const item: Node | null | undefined = isSeq<Node | null>(inner) ? inner.items[Number(part)] : undefined;
    if (pair === undefined && item === undefined) break;
    [key, node] = pair === undefined ? [undefined, item] : [pair.key, pair.value];
  }
  return { key, node };
}

/** Messages for syntax errors. Unlike those of the parser, they never repeat parts of the file, which may be a key. */
const SYNTAX: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: ALIAS,
  BAD_DQ_ESCAPE: 'an unknown escape (\\…) in double quotes; use \\\\ for a backslash, or single quotes',
  BAD_INDENT: 'wrong indentation, or an unclosed { or [ before this place',
  BAD_SCALAR_START: 'a text cannot begin with this character; quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" on one line; quote the value if it contains ": "',
  DUPLICATE_KEY: 'a duplicate key in this mapping',
  MISSING_CHAR: 'something is missing here or before: a closing quote, ] or }, a comma, or a colon after a key',
  MULTIPLE_DOCS: 'a second YAML document begins here (---); use only one',
  NON_STRING_KEY: 'a key must be a string',
  TAB_AS_INDENT: 'a tab in the indentation; use spaces',
  UNEXPECTED_TOKEN: 'unexpected character; a quote, a comma or a bracket may be missing before it',
};
const INVALID = 'invalid YAML; tags (!name), directives (%NAME) and deep nesting are not used here';
