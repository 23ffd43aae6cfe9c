import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import type { Flaw, LinePosition } from '../problem.ts';
import { LONGEST_TEXT, scanner } from './scan.ts';
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
  if (text.length > LONGEST_TEXT)
    return fault(`the file has more than ${LONGEST_TEXT} characters; a configuration is smaller`);
  try {
    const tooMuch: Flaw[] = [];
    const [document, second] = new Composer(OPTIONS).compose(tokensOf(text, tooMuch), true, text.length);
    if (document === undefined || tooMuch.length > 0) return { flaws: tooMuch };
    const flaws = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
      offset: pos[0],
      path: [],
      message: SYNTAX[code],
    }));
    if (second !== undefined) flaws.push({ offset: second.range[0], path: [], message: SYNTAX.MULTIPLE_DOCS });
    return { document, flaws: firstOfEachLine(flaws, positionOf) };
  } catch (error) {
    // The parser throws nothing it documents; whatever it is, the file is to blame and must be told.
    if (error instanceof RangeError) return fault(SYNTAX.RESOURCE_EXHAUSTION);
    if (error instanceof Error) return fault(SYNTAX.IMPOSSIBLE);
    throw error;
  }
}

const OPTIONS = {
  intAsBigInt: true,
  schema: 'core',
  version: '1.2',
  // Compares every key with every other, and names neither; the tree does it.
  uniqueKeys: false,
} as const;

const fault = (message: string) => ({ flaws: [{ offset: 0, path: [], message }] });

/** What the parser makes of the text, as far as that can be afforded: where it ends early, `tooMuch` gets the reason. */
function* tokensOf(text: string, tooMuch: Flaw[]): Generator<CST.Token> {
  const scan = scanner();
  const parser = new Parser();
  for (const source of new Lexer().lex(text)) {
    const flaw = scan(source);
    if (flaw !== undefined) return void tooMuch.push(flaw);
    yield* parser.next(source);
  }
  yield* parser.end();
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
