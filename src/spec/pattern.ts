/** Whether a requirement id matches an area, or a pattern in which `*` matches any characters. */
export function matchesPattern(id: string, pattern: string): boolean {
  if (!pattern.includes('*')) return id === pattern || id.split('.')[0] === pattern;
  const parts = pattern.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(id);
}
