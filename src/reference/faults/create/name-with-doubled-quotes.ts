import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameWithDoubledQuotes: Fault = {
  id: 'name-with-doubled-quotes',
  title: 'Doubles quotes in names, as an escape for a database',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(name.value.replaceAll('"', '""').replaceAll("'", "''")) : name;
    },
  }),
};
