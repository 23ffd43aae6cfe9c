/** Returns a function that says whether an id is in one of these areas, or matches one of these patterns. `*` matches any characters. */
export function matcherOf(patterns: readonly string[]): (id: string) => boolean {
  const sources = patterns.map((pattern) => {
    const source = pattern.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&').replace(/\*+/g, '.*');
    return /[*.]/.test(pattern) ? source : `${source}(?:\\..*)?`;
  });
  const expression = new RegExp(`^(?:${sources.join('|')})$`);
  return (id) => patterns.length > 0 && expression.test(id);
}

export const matchesPattern = (id: string, pattern: string): boolean => matcherOf([pattern])(id);

/** Whether a run judges a requirement: an `--only` pattern matches it (or there is none), and no `--skip` pattern does. */
export const isSelected = (id: string, { only = [], skip = [] }: Selection): boolean =>
  (only.length === 0 || matcherOf(only)(id)) && !matcherOf(skip)(id);

type Selection = Readonly<Partial<Record<'only' | 'skip', readonly string[] | undefined>>>;
