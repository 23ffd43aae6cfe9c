import { brief } from '../text.ts';

/** A sentence; what stands between backticks is set as code. */
export function Prose({ text, length }: { readonly text: string; readonly length?: number }) {
  const parts = brief(text, length).split('`');
  // Without its partner a backtick is only a character.
  if (parts.length % 2 === 0) return <>{parts.join('`')}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
