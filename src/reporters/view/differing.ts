/** Characters that need no excerpt. */
const SHORT = 80;
/** Longer texts would take too long; reports cut them. */
const LONG = 10_000;
/** Characters of context on each side of the difference. */
const CONTEXT = 15;
/** Maximum characters from the first difference on. */
const REACH = 40;

export interface Compared {
  readonly expected: string;
  readonly actual: string;
}

/** The first difference of two long texts, with some context. Texts that are short, very long or mostly different stay complete. */
export function differing({ expected, actual }: Compared): Compared {
  const longer = Math.max(expected.length, actual.length);
  if (longer <= SHORT || longer > LONG) return { expected, actual };
  const shorter = Math.min(expected.length, actual.length);
  const before = countWhile(shorter, (at) => expected[at] === actual[at]);
  const after = countWhile(shorter - before, (at) => expected.at(-1 - at) === actual.at(-1 - at));
  if (before + after < shorter / 2) return { expected, actual };
  const excerpt = (text: string) => {
    const from = Math.max(0, before - CONTEXT);
    const to = Math.min(text.length - Math.max(0, after - CONTEXT), before + REACH);
    // Without half a surrogate pair at an end.
    const kept = text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
    return `${from > 0 ? '…' : ''}${kept}${to < text.length ? '…' : ''}`;
  };
  return { expected: excerpt(expected), actual: excerpt(actual) };
}

function countWhile(most: number, isMet: (index: number) => boolean): number {
  let count = 0;
  while (count < most && isMet(count)) count += 1;
  return count;
}
