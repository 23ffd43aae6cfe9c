/** Whether a requirement id matches an area, or a pattern in which `*` matches any characters. Linear, unlike a regular expression with many `*`. */
export function matchesPattern(id: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return id === pattern || id.split('.')[0] === pattern;
  if (!id.startsWith(head) || !id.endsWith(tail) || id.length < head.length + tail.length) return false;
  let at = head.length;
  for (const piece of rest) {
    const found = id.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= id.length - tail.length;
}
