import type { ComponentChildren } from 'preact';

/** A column of a table: its head, and the cell of each row. */
export interface Column<Row> {
  /** On a narrow screen, the label of the cell. */
  readonly head: string;
  /** By default, the column is aligned as a number. */
  readonly classes?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

const NUMBER = 'number';

interface Props<Row> {
  readonly class: string;
  readonly caption: string;
  /** The first one names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  /** The text below a row; none if undefined. */
  readonly note?: (row: Row) => ComponentChildren;
  /** Further rows. */
  readonly children?: ComponentChildren;
}

export function Table<Row>({ class: classes, caption, columns, rows, note, children }: Props<Row>) {
  const [name, ...others] = columns;
  return (
    <table class={classes}>
      <caption>{caption}</caption>
      <TableHead columns={columns} />
      {rows.map((row, index) => {
        const below = note?.(row);
        return (
          <tbody key={index}>
            <tr>
              <th scope="row" class={name.classes ?? NUMBER}>
                {name.cell(row)}
              </th>
              {others.map(({ head, classes = NUMBER, cell }) => (
                <td key={head} class={classes} data-head={head}>
                  {cell(row)}
                </td>
              ))}
            </tr>
            {below !== undefined && (
              <tr class="why">
                <td colSpan={columns.length}>{below}</td>
              </tr>
            )}
          </tbody>
        );
      })}
      {children !== undefined && <tbody>{children}</tbody>}
    </table>
  );
}

export function TableHead({ columns }: { readonly columns: readonly Pick<Column<never>, 'head' | 'classes'>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ head, classes = NUMBER }) => (
          <th key={head} scope="col" class={classes}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A number with small text below it: its interval or its origin. */
export function Annotated({ value, below }: { readonly value: string; readonly below: string }) {
  return (
    <>
      {value}
      <span class="interval">{below}</span>
    </>
  );
}
