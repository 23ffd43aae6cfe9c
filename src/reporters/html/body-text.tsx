import { cut, count, visible } from './text.ts';
import { membersOf, type Place } from './places.ts';

interface Props {
  readonly body: string | null;
  readonly encoding: 'base64' | undefined;
  readonly marks: readonly Place[];
  /** Characters that are shown. */
  readonly length: number;
}

/** A body as it was sent; only the elements of an array begin new lines on the screen, and nothing is added to the text. */
export function BodyText({ body, encoding, marks, length }: Props) {
  if (body === null || body === '') return <p class="quiet">{body === null ? 'No body, or none recorded.' : 'Empty body.'}</p>;
  const { text, of } = cut(body, length);
  return (
    <>
      <pre class="body">
        {pieces(text, marks).map(({ start, end, marked, line }) => {
          const shown = visible(text.slice(start, end));
          const piece = marked ? <mark key={start}>{shown}</mark> : shown;
          return line ? (
            <span key={start} class="line">
              {piece}
            </span>
          ) : (
            piece
          );
        })}
      </pre>
      {of !== undefined && <p class="quiet">{`The first ${count(text.length)} of ${count(of)} characters.`}</p>}
      {encoding === 'base64' && <p class="quiet">Bytes that are not UTF-8, as base64.</p>}
    </>
  );
}

interface Piece extends Place {
  readonly marked: boolean;
  /** Begins a line of its own. */
  readonly line: boolean;
}

/** The text cut where an element or a marked place begins or ends. */
function pieces(text: string, marks: readonly Place[]): Piece[] {
  const elements = text.trimStart().startsWith('[') ? membersOf(text) : [];
  const edges = new Set([0, text.length]);
  const lines = new Set(elements.map(({ start }) => start));
  for (const { start, end } of [...marks]) edges.add(Math.min(start, text.length)).add(Math.min(end, text.length));
  for (const start of lines) edges.add(start);
  const ordered = [...edges].sort((a, b) => a - b);
  return ordered.slice(0, -1).map((start, index) => ({
    start,
    end: ordered[index + 1] ?? text.length,
    marked: marks.some((place) => place.start <= start && start < place.end),
    line: lines.has(start),
  }));
}
