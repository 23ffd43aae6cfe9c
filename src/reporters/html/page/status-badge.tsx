import type { Status } from '../../view/rows.ts';
import { STATUS_WORDS } from '../../view/totals.ts';
import { capital } from '../text.ts';
import { Icon } from './icon.tsx';

interface Props {
  readonly status: Status;
  /** In place of the status's own. */
  readonly words?: string;
}

export function StatusBadge({ status, words = STATUS_WORDS[status] }: Props) {
  return (
    <span class={`badge ${status}`}>
      <Icon status={status} />
      {capital(words)}
    </span>
  );
}
