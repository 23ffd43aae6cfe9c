import type { Status } from '../rows.ts';
import { STATUS_WORDS } from '../totals.ts';
import { Icon } from './icon.tsx';
import { capital } from './text.ts';

export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span class={`badge ${status}`}>
      <Icon status={status} />
      {capital(STATUS_WORDS[status])}
    </span>
  );
}
