import { inert } from '../../text/inert.ts';
import { curlLine } from '../../view/evidence.ts';

/** A line for a shell; the page's script adds a button that copies it. */
export function Curl({ line }: { readonly line: string }) {
  return (
    <pre class="curl">
      <code>{curlLine(line, inert)}</code>
    </pre>
  );
}
