/** The beginning of a text from the server, on one line, for a message. */
export function excerpt(text: string, length = 160): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/** The form of a value without its numbers and words, the same in every run: `60;w=60` is `#;a=#`. */
export const formOf = (value: string): string =>
  value
    .slice(0, 200)
    .replace(/[a-z]+/gi, 'a')
    .replace(/\d+/g, '#');
