import type { Exchange } from '../../../exchange/index.ts';
import type { Share } from '../budget.ts';
import type { Marks } from '../marks.ts';
import { brief } from '../text.ts';
import { BodyText } from './body-text.tsx';
import { HeaderLines } from './header-lines.tsx';

interface Props {
  readonly exchange: Exchange;
  readonly marks: Marks;
  readonly share: Share;
}

/** The raw response with marked defects, or why there is none. */
export function AnswerText({ exchange, marks, share }: Props) {
  const { received } = exchange;
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
  return (
    <div class="message">
      <h4>Answer</h4>
      <pre>
        <span class="start">
          {marks.status ? <mark>{status}</mark> : status}
          {'\n'}
        </span>
        <HeaderLines headers={headers} marks={marks} length={share.line} />
      </pre>
      <BodyText body={body} encoding={encoding} marks={marks.body} length={share.body} />
      {cut !== undefined && (
        <p class="quiet">
          <mark>{`Incomplete body: ${brief(cut.message, 300)}`}</mark>
        </p>
      )}
    </div>
  );
}
