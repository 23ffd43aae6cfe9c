/** Characters that need no excerpt. */
const SHORT = 80;
/** Characters of context on each side of the difference. */
const CONTEXT = 15;
/** Maximum characters from the first difference on. */
const REACH = 40;

/** A text in three parts: what differs from another text, and what both have before and after it. */
export interface Difference {
  readonly before: string;
  readonly changed: string;
  readonly after: string;
}

/** What differs in `text`; undefined if most of it does. */
export function differenceIn(text: string, other: string): Difference | undefined {
  const { chars, before, after } = compared(text, other);
  if (chars.length === 0 || before + after === 0) return undefined;
  const end = chars.length - after;
  return {
    before: chars.slice(0, before).join(''),
    changed: chars.slice(before, end).join(''),
    after: chars.slice(end).join(''),
  };
}

/** Part of `text` around its first difference from `other`. Texts that are short or mostly different stay complete. */
export function excerptOf(text: string, other: string): string {
  if (Math.max(text.length, other.length) <= SHORT) return text;
  const { chars, before, after } = compared(text, other);
  if (before + after === 0) return text;
  const from = Math.max(0, before - CONTEXT);
  const to = Math.min(chars.length - Math.max(0, after - CONTEXT), before + REACH);
  return `${from > 0 ? '…' : ''}${chars.slice(from, to).join('')}${to < chars.length ? '…' : ''}`;
}

/** The characters of a text, and how many of the first and of the last ones another text shares; none if that is less than half. */
function compared(text: string, other: string) {
  const [chars, others] = [[...text], [...other]];
  const shorter = Math.min(chars.length, others.length);
  const before = countWhile(shorter, (at) => chars[at] === others[at]);
  const after = countWhile(shorter - before, (at) => chars.at(-1 - at) === others.at(-1 - at));
  return before + after < shorter / 2 ? { chars, before: 0, after: 0 } : { chars, before, after };
}

function countWhile(most: number, isMet: (index: number) => boolean): number {
  let count = 0;
  while (count < most && isMet(count)) count += 1;
  return count;
}
