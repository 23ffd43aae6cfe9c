import type { ComponentChildren } from 'preact';
import { TableHead } from '../page/table-head.tsx';

/** A head of columns of numbers. */
export function NumberHead({ heads }: { readonly heads: readonly string[] }) {
  return <TableHead columns={heads.map((head) => [head, 'number'])} />;
}

interface Props {
  /** What stands above the column; on a narrow screen it stands beside the number. */
  readonly head: string | undefined;
  /** In small letters beneath the number. */
  readonly below?: string;
  readonly children: ComponentChildren;
}

export function NumberCell({ head, below, children }: Props) {
  return (
    <td class="number" data-head={head}>
      {children}
      {below !== undefined && <span class="interval">{below}</span>}
    </td>
  );
}
