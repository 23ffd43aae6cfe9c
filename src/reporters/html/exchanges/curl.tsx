import { inert } from '../../text/inert.ts';
import { curlLine } from '../../view/evidence.ts';

/** A shell command; the page's script adds a copy button. */
export function Curl({ line }: { readonly line: string }) {
  return (
    <pre class="curl">
      <code>{curlLine(line, inert)}</code>
    </pre>
  );
}
