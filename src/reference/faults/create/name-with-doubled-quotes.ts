import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameWithDoubledQuotes: Fault = {
  id: 'name-with-doubled-quotes',
  title: 'Doubles quotes in names, as an escape for a database',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) =>
      andThen(base.readName(json), (name) => accept(name.replaceAll('"', '""').replaceAll("'", "''"))),
  }),
};
