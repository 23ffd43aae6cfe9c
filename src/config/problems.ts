import type { Flaw, Path } from './document.ts';

/** Maximum problems in a message: more usually have one cause. */
const MOST = 100;

/** The problems by place, without duplicates: `storecheck.yaml:12:5 targets.staging.class: expected …` */
export function problemTexts(flaws: readonly Flaw[], file: string): readonly string[] {
  const sorted = flaws.toSorted(({ position: a }, { position: b }) => a.line - b.line || a.column - b.column);
  const flawOf = new Map(sorted.map((flaw) => [problemText(flaw, file), flaw]));
  const texts = [...flawOf.keys()];
  const next = flawOf.get(texts[MOST] ?? '');
  if (next === undefined) return texts;
  const more = { ...next, path: [], message: `and ${texts.length - MOST} more problems` };
  return [...texts.slice(0, MOST), problemText(more, file)];
}

function problemText({ position: { line, column }, path, message }: Flaw, file: string): string {
  return `${file}:${line}:${column} ${path.length === 0 ? '' : `${pathText(path)}: `}${message}`;
}

/** `targets.staging.keys.pro[0]` */
export function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      return `${index === 0 ? '' : '.'}${/^[$\w-]{1,64}$/.test(part) ? part : '…'}`;
    })
    .join('');
}
