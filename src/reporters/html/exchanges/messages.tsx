import type { ComponentChildren } from 'preact';
import type { Exchange, HeaderLine } from '../../../exchange/records/exchange-record.ts';
import { count } from '../../../text/count.ts';
import { type Marks, type Place, UNMARKED, valuesIn } from '../marks.ts';
import { brief, visible } from '../text.ts';

/** Maximum header lines of a message, and characters of each. */
const LINES = 60;
const LINE = 500;

interface RequestProps {
  readonly exchange: Exchange;
  /** Maximum characters of the body. */
  readonly length: number;
  readonly keyName: (key: string) => string;
}

/** The raw request with `{free key}` in place of the key, as its recorder wrote `{free#1}`. */
export function RequestText({ exchange: { sent }, length, keyName }: RequestProps) {
  const named = (text: string) => text.replaceAll(/\{([a-z]+#\d+)\}/g, (_, key: string) => `{${keyName(key)} key}`);
  const start = brief(named(`${sent.method} ${sent.path}`), 2_000);
  const headers = sent.headers.map(([name, value]): HeaderLine => [name, named(value)]);
  return (
    <Message title="Request" start={start} headers={headers} marks={UNMARKED}>
      {sent.body !== null && <BodyText body={sent.body} marks={UNMARKED.body} length={length} />}
    </Message>
  );
}

interface ResponseProps {
  readonly exchange: Exchange;
  readonly marks: Marks;
  readonly length: number;
}

/** The raw response with marked defects, or why there is none. */
export function ResponseText({ exchange: { received }, marks, length }: ResponseProps) {
  if ('failure' in received) {
    const { failure } = received;
    return (
      <div class="message">
        <h4>No response</h4>
        <pre>
          <mark>{`${brief(failure.code, 100)}: ${brief(failure.message, 600)}`}</mark>
        </pre>
      </div>
    );
  }
  const { status, headers, body, encoding, cut } = received;
  const start = marks.status ? <mark>{status}</mark> : status;
  return (
    <Message title="Response" start={start} headers={headers} marks={marks}>
      <BodyText body={body} encoding={encoding} marks={marks.body} length={length} />
      {cut !== undefined && (
        <p class="quiet">
          <mark>{`Incomplete body: ${brief(cut.message, 300)}`}</mark>
        </p>
      )}
    </Message>
  );
}

interface MessageProps {
  readonly title: string;
  /** The first line. */
  readonly start: ComponentChildren;
  readonly headers: readonly HeaderLine[];
  readonly marks: Marks;
  readonly children: ComponentChildren;
}

/** A message with its raw headers, in their original order and letter case. */
function Message({ title, start, headers, marks, children }: MessageProps) {
  const rest = headers.length - LINES;
  return (
    <div class="message">
      <h4>{title}</h4>
      <pre>
        <span class="start">
          {start}
          {'\n'}
        </span>
        {headers.slice(0, LINES).map(([name, value], index) => {
          const line = (
            <>
              <span class="name">{brief(name, 200)}:</span> {brief(value, LINE)}
            </>
          );
          return (
            <span key={index}>
              {marks.headers.has(name.toLowerCase()) ? <mark>{line}</mark> : line}
              {'\n'}
            </span>
          );
        })}
        {rest > 0 && `… ${rest} more lines\n`}
        {marks.absent.map((name) => (
          <span key={name}>
            <mark class="absent">{`no ${name}`}</mark>
            {'\n'}
          </span>
        ))}
      </pre>
      {children}
    </div>
  );
}

interface BodyProps {
  readonly body: string | null;
  readonly encoding?: 'base64' | undefined;
  readonly marks: readonly Place[];
  /** Maximum characters. */
  readonly length: number;
}

/** A raw body. Array elements start on new lines by CSS, without changing the text. */
function BodyText({ body, encoding, marks, length }: BodyProps) {
  if (body === null) return <p class="quiet">The body was not recorded.</p>;
  if (body === '') return <p class="quiet">Empty body.</p>;
  // Never splits a surrogate pair.
  const text = body.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return (
    <>
      {visible(text) !== text.replaceAll('\r', '') && (
        <p class="quiet">{'\\u{…} and \ufffd stand for characters that cannot be shown.'}</p>
      )}
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
  const elements = text.trimStart().startsWith('[') ? valuesIn(text).filter(({ depth }) => depth === 1) : [];
  const edges = [0, ...elements.slice(1).map(({ start }) => start), text.length];
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
