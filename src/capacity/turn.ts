/** A plan's keys and its part of the load. */
export interface Hand {
  readonly plan: string;
  readonly keys: number;
  readonly share: number;
}

/** The plan and key, by index, that send the request with this number. In any run of m numbers each plan has its share of m, give or take one. */
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
