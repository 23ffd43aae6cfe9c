/** A column head with its classes. */
export type Column = readonly [words: string, classes?: string];

/** A row of column heads. */
export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(([words, classes]) => (
          <th key={words} scope="col" class={classes}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
  );
}
