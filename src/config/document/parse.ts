import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Flaw, LinePosition } from '../problem.ts';
import { scan } from './scan.ts';
import { SYNTAX } from './syntax.ts';

export interface Parsed {
  readonly document: Document.Parsed;
  readonly flaws: readonly Flaw[];
}

/** YAML 1.2 or JSON: the document, or why it is none. */
export function parse(
  text: string,
  positionOf: (offset: number) => LinePosition,
): Parsed | { readonly flaws: readonly Flaw[] } {
  const tooMuch = scan(text);
  if (tooMuch !== undefined) return { flaws: [tooMuch] };
  try {
    const document = parseDocument(text, {
      intAsBigInt: true,
      // 'silent' would also drop the error that there are several documents.
      logLevel: 'error',
      // Its code frames would show a key that stands in the file.
      prettyErrors: false,
      schema: 'core',
      version: '1.2',
      // Compares every key with every other, and names neither; the tree does it.
      uniqueKeys: false,
    });
    const flaws = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
      offset: pos[0],
      path: [],
      message: SYNTAX[code],
    }));
    return { document, flaws: firstOfEachLine(flaws, positionOf) };
  } catch (error) {
    // The parser throws nothing it documents; whatever it is, the file is to blame and must be told.
    if (error instanceof RangeError) return { flaws: [{ offset: 0, path: [], message: SYNTAX.RESOURCE_EXHAUSTION }] };
    if (error instanceof Error) return { flaws: [{ offset: 0, path: [], message: SYNTAX.IMPOSSIBLE }] };
    throw error;
  }
}

/** What follows on the same line is mostly the consequence of the first. */
function firstOfEachLine(flaws: readonly Flaw[], positionOf: (offset: number) => LinePosition): Flaw[] {
  const lines = new Map<number, Flaw>();
  for (const flaw of [...flaws].sort((a, b) => a.offset - b.offset)) {
    const { line } = positionOf(flaw.offset);
    if (!lines.has(line)) lines.set(line, flaw);
  }
  return [...lines.values()];
}

/** Line and column of an offset; an offset behind the end is the end. */
export function positions(text: string): (offset: number) => LinePosition {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) counter.addNewLine(at + 1);
  return (offset) => {
    const { line, col } = counter.linePos(Math.min(offset, text.length));
    return { line, column: col };
  };
}
