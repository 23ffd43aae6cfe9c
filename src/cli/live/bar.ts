/** A progress bar with a fixed number of columns. */
export function bar(done: number, of: number, columns = 16): string {
  const full = Math.min(columns, of <= 0 ? 0 : Math.floor((done / of) * columns));
  return `${'█'.repeat(full)}${'░'.repeat(columns - full)}`;
}
