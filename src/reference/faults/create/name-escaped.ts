import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameEscaped: Fault = {
  id: 'name-escaped',
  title: 'Keeps names with HTML escapes',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) =>
      andThen(base.readName(json), (name) =>
        accept(name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
      ),
  }),
};
