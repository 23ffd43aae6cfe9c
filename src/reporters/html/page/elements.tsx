import type { ResultFinding } from '../../../result/result.ts';
import { differenceIn } from '../../../text/difference.ts';
import { brief } from '../text.ts';

/** A sentence with code in backticks. */
export function Prose({ text, length }: { readonly text: string; readonly length?: number | undefined }) {
  const parts = brief(text, length).split('`');
  // An unpaired backtick is an ordinary character.
  if (parts.length % 2 === 0) return <>{parts.join('`')}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : unbroken(part)))}</>;
}

/** A text whose options (`--fail-on`) do not break at their hyphens. */
const unbroken = (text: string) =>
  text.split(/(--[a-z][a-z-]*)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} class="option">
        {part}
      </span>
    ) : (
      part
    ),
  );

/** Characters of a value that is plain: all of it is read at once. */
const SHORT = 30;

interface ActualProps extends Pick<ResultFinding, 'expected' | 'actual'> {
  readonly length?: number | undefined;
}

/** The actual value of a finding. What differs from the expected one is bold, unless most of it does or the value is short. */
export function Actual({ expected, actual, length }: ActualProps) {
  const difference = actual.length < SHORT ? undefined : differenceIn(actual, expected);
  if (difference === undefined) return <Prose text={actual} length={length} />;
  return (
    <>
      <Prose text={difference.before} length={length} />
      <strong>
        <Prose text={difference.changed} length={length} />
      </strong>
      <Prose text={difference.after} length={length} />
    </>
  );
}
