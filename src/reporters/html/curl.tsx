import { curlLine } from '../evidence.ts';
import { inert } from '../inert.ts';

/** A line for a shell; the page's script adds a button that copies it. */
export function Curl({ line }: { readonly line: string }) {
  return (
    <pre class="curl">
      <code>{curlLine(line, inert)}</code>
    </pre>
  );
}
