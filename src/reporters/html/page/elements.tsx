import { brief } from '../text.ts';

export type Column = readonly [words: string, classes?: string];

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

/** A sentence with code in backticks. */
export function Prose({ text, length }: { readonly text: string; readonly length?: number }) {
  const parts = brief(text, length).split('`');
  // An unpaired backtick is an ordinary character.
  if (parts.length % 2 === 0) return <>{parts.join('`')}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
