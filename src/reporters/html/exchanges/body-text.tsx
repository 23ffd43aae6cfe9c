import { count } from '../../text/count.ts';
import { membersOf, type Place } from '../places.ts';
import { visible } from '../text.ts';

interface Props {
  readonly body: string | null;
  readonly encoding: 'base64' | undefined;
  readonly marks: readonly Place[];
  /** Maximum characters. */
  readonly length: number;
}

/** A raw body. Array elements start on new lines by CSS, without changing the text. */
export function BodyText({ body, encoding, marks, length }: Props) {
  if (body === null) return <p class="quiet">The body was not recorded.</p>;
  if (body === '') return <p class="quiet">Empty body.</p>;
  // Never splits a surrogate pair.
  const text = body.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return (
    <>
      <pre class="body">
        {linesOf(text).map((line) => (
          <span key={line.start} class="line">
            {piecesOf(line, marks).map(({ start, end, marked }) => {
              const shown = visible(text.slice(start, end));
              return marked ? <mark key={start}>{shown}</mark> : shown;
            })}
          </span>
        ))}
      </pre>
      {text.length < body.length && (
        <p class="quiet">{`The first ${count(text.length)} of ${count(body.length)} characters.`}</p>
      )}
      {encoding === 'base64' && <p class="quiet">Bytes that are not UTF-8, as base64.</p>}
    </>
  );
}

/** Splits an array into a line for each element. */
function linesOf(text: string): Place[] {
  const starts = text.trimStart().startsWith('[') ? membersOf(text).map(({ start }) => start) : [];
  const edges = [0, ...starts.slice(1), text.length];
  return edges.slice(0, -1).map((start, index) => ({ start, end: edges[index + 1] ?? text.length }));
}

/** Splits a line at the edges of marks. */
function piecesOf({ start, end }: Place, marks: readonly Place[]): (Place & { readonly marked: boolean })[] {
  const within = marks.filter((mark) => mark.start < end && mark.end > start);
  const edges = [start, ...within.flatMap((mark) => [Math.max(mark.start, start), Math.min(mark.end, end)]), end];
  return edges
    .slice(0, -1)
    .map((from, index) => ({ start: from, end: edges[index + 1] ?? end, marked: index % 2 === 1 }))
    .filter((piece) => piece.end > piece.start);
}
