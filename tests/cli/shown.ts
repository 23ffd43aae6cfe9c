/** The lines that a terminal shows after the control codes that the live area uses. */
export function shown(text: string): string[] {
  const lines = [''];
  let at = 0;
  for (const part of text.split(/(\u001b\[\d*[AJ]|\r|\n)/)) {
    const up = /^\u001b\[(\d+)A$/.exec(part)?.[1];
    if (up !== undefined) at -= Number(up);
    else if (part === '\u001b[J') lines.splice(at, Number.POSITIVE_INFINITY, '');
    else if (part === '\n') {
      at += 1;
      lines[at] ??= '';
    } else if (part !== '\r') lines[at] += part;
  }
  return lines;
}
