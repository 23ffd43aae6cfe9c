import type { HeaderLine } from '../../exchange/index.ts';
import type { Marks } from './marks.ts';
import { brief } from './text.ts';

/** Lines that are shown; a service may send any number. */
const LINES = 60;

/** Raw: in the order, letter case and number of the wire. */
export function HeaderLines({ headers, marks }: { readonly headers: readonly HeaderLine[]; readonly marks: Marks }) {
  const rest = headers.length - LINES;
  return (
    <>
      {headers.slice(0, LINES).map(([name, value], index) => {
        const line = (
          <>
            <span class="name">{brief(name, 200)}:</span> {brief(value)}
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
    </>
  );
}
