import { type Path, pathText } from './path.ts';

/** A problem of the file: what is wrong, and the fix. Never contains a key. */
export interface Flaw {
  readonly offset: number;
  /** Empty for the file as a whole. */
  readonly path: Path;
  readonly message: string;
}

/** Maximum problems in a message: more usually have one cause. */
const MOST = 100;

/** From 1; columns in UTF-16 units, as editors count. */
export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/** The problems by place, without duplicates: `storecheck.yaml:12:5 targets.staging.class: "stagign" is not one of …` */
export function problemsOf(
  flaws: readonly Flaw[],
  file: string,
  positionOf: (offset: number) => LinePosition,
): readonly string[] {
  const textOf = ({ offset, path, message }: Flaw) => {
    const { line, column } = positionOf(offset);
    return `${file}:${line}:${column} ${path.length === 0 ? '' : `${pathText(path)}: `}${message}`;
  };
  const sorted = flaws.toSorted((a, b) => a.offset - b.offset);
  const each = [...new Map(sorted.map((flaw) => [textOf(flaw), flaw]))];
  const [, next] = each[MOST] ?? [];
  const texts = each.slice(0, MOST).map(([text]) => text);
  if (next === undefined) return texts;
  return [...texts, textOf({ ...next, path: [], message: `and ${each.length - MOST} more problems after this line` })];
}
