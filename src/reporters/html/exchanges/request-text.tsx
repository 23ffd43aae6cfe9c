import type { Exchange } from '../../../exchange/index.ts';
import type { Share } from '../budget.ts';
import { UNMARKED } from '../marks.ts';
import { brief } from '../text.ts';
import { BodyText } from './body-text.tsx';
import { HeaderLines } from './header-lines.tsx';

export function RequestText({ exchange: { sent }, share }: { readonly exchange: Exchange; readonly share: Share }) {
  return (
    <div class="message">
      <h4>Request</h4>
      <pre>
        <span class="start">{`${brief(`${sent.method} ${sent.path}`, 2_000)}\n`}</span>
        <HeaderLines headers={sent.headers} marks={UNMARKED} length={share.line} />
      </pre>
      {sent.body !== null && <BodyText body={sent.body} encoding={undefined} marks={[]} length={share.body} />}
    </div>
  );
}
