import { Icon } from './icon.tsx';
import { STATE_WORDS, type State } from './words.ts';

export function StateBadge({ state }: { readonly state: State }) {
  return (
    <span class={`state ${state}`}>
      <Icon state={state} />
      {STATE_WORDS[state]}
    </span>
  );
}
