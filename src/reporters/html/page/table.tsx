import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  /** On a narrow screen, the label of the cell. */
  readonly head: string;
  /** By default, the column is aligned as a number. */
  readonly classes?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

const NUMBER = 'number';

interface Props<Row> {
  readonly caption?: string;
  /** The first one names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly attributes?: (row: Row) => Readonly<Record<string, string>>;
  /** The text below a row; none if undefined. */
  readonly note?: (row: Row) => ComponentChildren;
}

/** On a narrow screen, each row is a list of what stands in its columns. */
export function Table<Row>({ caption, columns, rows, attributes, note }: Props<Row>) {
  const [name, ...others] = columns;
  return (
    <table>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ head, classes = NUMBER }) => (
            <th key={head} scope="col" class={classes}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row, index) => {
        const below = note?.(row);
        return (
          <tbody key={index}>
            <tr {...attributes?.(row)}>
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
    </table>
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
