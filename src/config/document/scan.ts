import { CST } from 'yaml';
import type { Flaw } from '../problem.ts';

/** Characters. More is not a configuration. */
export const LONGEST_TEXT = 1_000_000;
/** About 3,000 waivers. The parser's time and memory grow with the tokens, in places faster than they do. */
const MOST_TOKENS = 200_000;
/** The file as described goes six deep. The composer is recursive, and one that runs out of stack can crash Node itself. */
const DEEPEST = 64;
/** A block's depth shows in the column of its marks. */
const LAST_COLUMN = 256;

/** Looks at the lexer's words and marks as they come, and stops at the first that would cost the parser too much. */
export function scanner(): (source: string) => Flaw | undefined {
  let offset = 0;
  let lineStart = 0;
  let flowDepth = 0;
  // Marks since the last comma or bracket: [a: b: c: …] nests without brackets.
  let chained = 0;
  let tokens = 0;
  let atScalar = false;
  return (source) => {
    const type = atScalar ? 'scalar' : CST.tokenType(source);
    if (type === 'doc-mode' || type === 'flow-error-end') return undefined;
    // The prefix of a scalar is the lexer's own, not a part of the text.
    atScalar = !atScalar && type === 'scalar';
    if (atScalar) return undefined;
    tokens += 1;
    if (tokens > MOST_TOKENS)
      return flaw(
        offset,
        `more than ${MOST_TOKENS} words and marks stand before this place; a configuration is smaller`,
      );
    if (type === 'flow-map-start' || type === 'flow-seq-start') flowDepth += 1;
    if (type === 'flow-map-end' || type === 'flow-seq-end') flowDepth = Math.max(0, flowDepth - 1);
    const isMark = type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind';
    if (isMark) chained += 1;
    else if (flowDepth === 0 || type === 'comma' || type?.startsWith('flow-')) chained = 0;
    const tooDeep =
      flowDepth === 0 ? isMark && offset - lineStart > LAST_COLUMN : Math.max(flowDepth, chained) > DEEPEST;
    if (tooDeep) return flaw(offset, 'nested too deep; a configuration is at most six levels deep');
    offset += source.length;
    if (type === 'newline') lineStart = offset;
    return undefined;
  };
}

const flaw = (offset: number, message: string): Flaw => ({ offset, path: [], message });
