/** Characters that need no excerpt. */
const SHORT = 80;
/** Characters of context on each side of the difference. */
const CONTEXT = 15;
/** Maximum characters from the first difference on. */
const REACH = 40;

/** Part of `text` around its first difference from `other`. Texts that are short or mostly different stay complete. */
export function excerptOf(text: string, other: string): string {
  if (Math.max(text.length, other.length) <= SHORT) return text;
  const changed = changedIn(text, other);
  if (changed === undefined) return text;
  const from = Math.max(0, changed.start - CONTEXT);
  const to = Math.min(text.length, changed.end + CONTEXT, changed.start + REACH);
  // Without half a surrogate pair at an end.
  const kept = text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${from > 0 ? '…' : ''}${kept}${to < text.length ? '…' : ''}`;
}

/**
 * A JSON text that looks like the other one, with `\u` escapes where they differ: `e\u0301` and `\u00e9` are both
 * shown as é, and two spaces like one at the end of a line. A text that looks different stays as it is.
 */
export function distinct(text: string, other: string): string {
  if (text.replaceAll(' ', '') === other.replaceAll(' ', ''))
    return text.replace(/ {2,}/g, (run) => ` ${'\\u0020'.repeat(run.length - 1)}`);
  if (text.normalize('NFKC') !== other.normalize('NFKC')) return text;
  const { start, end } = changedIn(text, other) ?? { start: 0, end: text.length };
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${text.slice(0, start)}${text.slice(start, end).replace(/[^ -~]/g, escaped)}${text.slice(end)}`;
}

/** The range that differs from another text; undefined if they share less than half of the shorter one at their beginning and end. */
function changedIn(text: string, other: string): { readonly start: number; readonly end: number } | undefined {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let shared = 0;
  while (shared < shorter - start && text[text.length - 1 - shared] === other[other.length - 1 - shared]) shared += 1;
  if (shorter === 0 || start + shared < shorter / 2) return undefined;
  const end = text.length - shared;
  // A surrogate pair differs as one character.
  return { start: splitsPair(text, start) ? start - 1 : start, end: splitsPair(text, end) ? end + 1 : end };
}

const splitsPair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
