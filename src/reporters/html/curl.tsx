import { brief } from './text.ts';

/** A line for a shell; the page's script adds a button that copies it. */
export function Curl({ line }: { readonly line: string }) {
  return (
    <pre class="curl">
      <code>{brief(line, 4_000)}</code>
    </pre>
  );
}
