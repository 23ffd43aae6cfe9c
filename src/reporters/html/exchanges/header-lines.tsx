import type { HeaderLine } from '../../../exchange/index.ts';
import { LINES } from '../budget.ts';
import type { Marks } from '../marks.ts';
import { brief } from '../text.ts';

interface Props {
  readonly headers: readonly HeaderLine[];
  readonly marks: Marks;
  /** Maximum characters of a line. */
  readonly length: number;
}

/** Raw headers, in their original order and letter case. */
export function HeaderLines({ headers, marks, length }: Props) {
  const rest = headers.length - LINES;
  return (
    <>
      {headers.slice(0, LINES).map(([name, value], index) => {
        const line = (
          <>
            <span class="name">{brief(name, Math.min(length, 200))}:</span> {brief(value, length)}
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
