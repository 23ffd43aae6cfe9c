import type { Status } from '../rows.ts';
import { Icon } from './icon.tsx';
import { STATUS_WORDS } from './words.ts';

export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span class={`badge ${status}`}>
      <Icon status={status} />
      {STATUS_WORDS[status]}
    </span>
  );
}
