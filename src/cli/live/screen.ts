/** A line of the live area: its text, cut to the terminal's width, and its colour. */
export type Line = readonly [text: string, colour?: (text: string) => string];

/** stderr: permanent text, and below it, on a terminal, a live area that is redrawn in place. */
export type Screen = ReturnType<typeof screenOn>;

/** Draws only on a terminal, so that files and pipes never get cursor codes. */
export function screenOn(write: (text: string) => void, isTerminal: boolean, columns: () => number | undefined) {
  let height = 0;
  const width = () => Math.max(20, (columns() ?? 80) - 1);
  // Moves to the first line of the area, and erases everything from there.
  const erase = () => (height === 0 ? '' : `\u001b[${height}A\r\u001b[J`);
  const put = (text: string, lines: number) => {
    if (text !== '') write(text);
    height = lines;
  };
  return {
    isTerminal,
    /** Maximum width of a line in the live area. */
    width,
    say: (text: string) => put(`${erase()}${text}`, 0),
    // One write: several would flicker.
    draw: (lines: readonly Line[]) => {
      if (!isTerminal) return;
      const drawn = lines.map(([text, colour = same]) => `${colour(fitted(text, width()))}\n`);
      put(`${erase()}${drawn.join('')}`, lines.length);
    },
    clear: () => put(erase(), 0),
  };
}

const same = (text: string) => text;

/** Cuts a line to the terminal's width: a wrapped line would break the redraw. */
function fitted(text: string, width: number): string {
  const chars = [...text];
  return chars.length <= width ? text : `${chars.slice(0, width - 1).join('')}…`;
}
