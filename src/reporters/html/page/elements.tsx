import type { ResultFinding } from '../../../result/result.ts';
import { differenceIn } from '../../../text/difference.ts';
import { brief } from '../text.ts';

/** A sentence with code in backticks. */
export function Prose({ text, length }: { readonly text: string; readonly length?: number | undefined }) {
  const parts = brief(text, length).split('`');
  // An unpaired backtick is an ordinary character.
  if (parts.length % 2 === 0) return <>{parts.join('`')}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

interface ActualProps extends Pick<ResultFinding, 'expected' | 'actual'> {
  readonly length?: number | undefined;
}

/** The actual value of a finding. What differs from the expected one is bold, unless most of it does. */
export function Actual({ expected, actual, length }: ActualProps) {
  const difference = differenceIn(actual, expected);
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
