import type { Exchange } from '../../exchange/index.ts';
import { BodyText } from './body-text.tsx';
import { HeaderLines } from './header-lines.tsx';
import { UNMARKED } from './marks.ts';
import { brief } from './text.ts';

export function RequestText({ exchange: { sent }, length }: { readonly exchange: Exchange; readonly length: number }) {
  return (
    <div class="message">
      <h4>Request</h4>
      <pre>
        <span class="start">{`${sent.method} ${brief(sent.path, 2_000)}\n`}</span>
        <HeaderLines headers={sent.headers} marks={UNMARKED} />
      </pre>
      <BodyText body={sent.body} encoding={undefined} marks={[]} length={length} />
    </div>
  );
}
