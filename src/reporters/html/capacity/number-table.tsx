import type { ComponentChildren } from 'preact';
import { TableHead } from '../page/table-head.tsx';

/** The head of a table of numbers. */
export function NumberHead({ heads }: { readonly heads: readonly string[] }) {
  return <TableHead columns={heads.map((head) => [head, 'number'])} />;
}

interface Props {
  /** The column head; on a narrow screen, the label of the number. */
  readonly head: string | undefined;
  /** Small text below the number. */
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
