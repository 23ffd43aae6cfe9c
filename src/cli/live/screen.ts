/** A line of the live area: its text, which is cut to the terminal, and then its colour, which has no width. */
export type Line = readonly [text: string, colour?: (text: string) => string];

/** stderr: text that stays, and beneath it, on a terminal, an area that is drawn anew in its place. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Columns that a line of the area may have. */
  readonly width: () => number;
  readonly say: (text: string) => void;
  readonly draw: (lines: readonly Line[]) => void;
  readonly clear: () => void;
}

/** Off a terminal nothing is drawn, so no cursor code is ever written to a file or a pipe. */
export function screenOn(
  write: (text: string) => void,
  isTerminal: boolean,
  columns: () => number | undefined,
): Screen {
  let height = 0;
  const width = () => Math.max(20, (columns() ?? 80) - 1);
  // Up to the area's first line, and everything from there on erased.
  const erase = () => (height === 0 ? '' : `\u001b[${height}A\r\u001b[J`);
  const put = (text: string, lines: number) => {
    if (text !== '') write(text);
    height = lines;
  };
  return {
    isTerminal,
    width,
    say: (text) => put(`${erase()}${text}`, 0),
    // In one piece: what is written in parts flickers.
    draw: (lines) => {
      if (!isTerminal) return;
      const drawn = lines.map(([text, colour = same]) => `${colour(fitted(text, width()))}\n`);
      put(`${erase()}${drawn.join('')}`, lines.length);
    },
    clear: () => put(erase(), 0),
  };
}

const same = (text: string) => text;

/** A line that the terminal would break counts twice, and the area would creep. */
function fitted(text: string, width: number): string {
  let room = width;
  let kept = '';
  for (const char of text) {
    room -= isWide(char) ? 2 : 1;
    if (room < 0) return `${[...kept].slice(0, -1).join('')}…`;
    kept += char;
  }
  return kept;
}

/** Roughly: letters of East Asia and pictures take two columns. */
const isWide = (char: string) =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{3ffff}]/u.test(char);
