/** A plan's keys and its part of the load. */
export interface Hand {
  readonly plan: string;
  readonly keys: number;
  readonly share: number;
}

/**
 * Whose turn the request with this number (0, 1, 2 …) is: plan and key, both by index. Within any run of m numbers each plan has its
 * share of m, and each of its keys the same number, give or take one: no VU needs to know what the others sent.
 */
export function turn(hands: readonly Hand[], number: number): { readonly hand: number; readonly key: number } {
  let left = number;
  let rest = 1;
  for (const [hand, { share, keys }] of hands.entries()) {
    const part = hand === hands.length - 1 ? 1 : Math.min(1, share / rest);
    const before = Math.floor(left * part);
    if (Math.floor((left + 1) * part) > before) return { hand, key: before % keys };
    left -= before;
    rest -= share;
  }
  return { hand: 0, key: 0 };
}
