type Optional<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** An object without its undefined members, which JSON would lack, too. */
export function present<T extends object>(members: T) {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Omit<T, Optional<T>> & { [K in Optional<T>]?: Exclude<T[K], undefined> };
}
