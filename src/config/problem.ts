import { type Path, pathText } from './path.ts';

/** A problem of the file: its place, what is wrong, and the fix. Never contains a key. */
export interface ConfigProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
  /** `targets.staging.class`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** `storecheck.yaml:12:5 targets.staging.class: "stagign" is not one of …` */
export function problemText({ file, line, column, path, message }: ConfigProblem): string {
  return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message}`;
}

/** A problem without line and column. */
export interface Flaw {
  readonly offset: number;
  readonly path: Path;
  readonly message: string;
}

/** Maximum problems in a message: more usually have one cause. */
const MOST = 100;

export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/** Sorts problems by place and removes duplicates. */
export function problemsOf(
  flaws: readonly Flaw[],
  file: string,
  positionOf: (offset: number) => LinePosition,
): readonly ConfigProblem[] {
  const sorted = [...flaws].sort((a, b) => a.offset - b.offset);
  const all = sorted.map(({ offset, path, message }) => ({
    file,
    ...positionOf(offset),
    path: pathText(path),
    message,
  }));
  const each = [...new Map(all.map((problem) => [problemText(problem), problem])).values()];
  const first = each[MOST];
  if (first === undefined) return each;
  return [
    ...each.slice(0, MOST),
    { ...first, path: '', message: `and ${each.length - MOST} more problems after this line` },
  ];
}
